"""So many observers in a process of their own: ``python -m tests.bench.observers PORT COUNT``; says ``ready``, then
answers each line of standard input with the last public step of the hindmost.
"""

import asyncio
import sys

from tests.bench.network import Client, Run


async def main(port, count):
    run = Run(count)
    for _ in range(count):
        client = Client(None)
        await client.join(port, run)
        run.clients.append(client)
    beats = [asyncio.create_task(client.keep_alive()) for client in run.clients]
    print("ready", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(min(client.follower.view.seq for client in run.clients), flush=True)
    for task in beats:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
