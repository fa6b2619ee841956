"use strict";
// The first page remembers a name; the table's page sizes the terminal, comes back after a lost connection, and gives
// phones keys. The terminal itself is textual-serve's; its connection is seen by standing in for WebSocket.

const COLUMNS = 40, WIDE = 80, ROWS = 24, LARGEST = 16, SMALLEST = 8, LINE = 1.32, ADVANCE = 0.6;
const SETTLE = 200;
const WAITS = [500, 1000, 2000, 4000];

function stored(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function front(form) {
  const name = form.elements.name;
  if (!name.value) name.value = stored("gouji-name") || "";
  form.addEventListener("submit", () => stored("gouji-name", name.value));
}

// The largest letters with which a wide window has 80 x 24, a narrow one 40 columns.
function letters(width, height) {
  const fits = (columns, rows) => Math.min(width / (columns * ADVANCE), height / (rows * LINE));
  const size = width >= height ? fits(WIDE, ROWS) : width / (COLUMNS * ADVANCE);
  const wanted = Math.floor(Math.min(size, LARGEST)) + Number(stored("gouji-size") || 0);
  return Math.max(SMALLEST, Math.min(40, wanted));
}

let socket = null, ended = false;

function listen(message) {
  if (typeof message.data !== "string") return;
  const [kind, what] = JSON.parse(message.data);
  if (kind === "title") document.title = what;
  if (kind !== "ended") return;
  ended = true;
  const why = document.querySelector(`[data-why="${what.why}"]`);
  document.getElementById("sentence").textContent = what.sentence;
  if (why && !what.sentence) why.hidden = false;
  document.getElementById("over").hidden = false;
}

function comeBack(turn) {
  document.getElementById("lost").hidden = false;
  setTimeout(async () => {
    try {
      if ((await fetch("/alive", {cache: "no-store"})).ok) return location.reload();
    } catch { /* not yet there */ }
    comeBack(turn + 1);
  }, WAITS[Math.min(turn, WAITS.length - 1)]);
}

const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(url) {
    super(url);
    socket = this;
    this.addEventListener("message", listen);
    this.addEventListener("close", () => { if (!ended) comeBack(0); });
  }

  // The terminal tells of focus and size before the connection is there, which is an error and is told again then.
  send(data) {
    if (this.readyState === Plain.OPEN) super.send(data);
  }
};

function send(keys) {
  if (socket) socket.send(JSON.stringify(["stdin", keys]));
}

function play(terminal) {
  const touch = matchMedia("(pointer: coarse)").matches;
  document.body.classList.toggle("touch", touch);
  const box = terminal.getBoundingClientRect();
  terminal.dataset.fontSize = letters(box.width, box.height);
  terminal.dataset.sessionWebsocketUrl = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  for (const button of document.querySelectorAll("#keys button")) {
    button.addEventListener("pointerdown", event => event.preventDefault());
    button.addEventListener("click", () => {
      if (button.dataset.send) send(button.dataset.send);
      if (button.dataset.size) {
        stored("gouji-size", Number(stored("gouji-size") || 0) + Number(button.dataset.size));
        location.reload();
      }
      if ("keyboard" in button.dataset) keyboard(terminal);
    });
  }
  if (touch) quiet(terminal);
  if (window.visualViewport) {
    visualViewport.addEventListener("resize", () => {
      const hidden = innerHeight - visualViewport.height;
      terminal.style.bottom = hidden > 60 ? `calc(3rem + ${hidden}px)` : "";
      if (window.onresize) window.onresize();
    });
  }
}

// A phone that is turned has several sizes on the way: the terminal takes the last, with letters for it. A keyboard
// that comes up changes the height alone, and no letters.
function settle(terminal) {
  const fit = window.onresize;
  let timer = 0, width = terminal.clientWidth;
  window.onresize = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const box = terminal.getBoundingClientRect();
      if (box.width !== width && letters(box.width, box.height) !== Number(terminal.dataset.fontSize)) {
        return location.reload();
      }
      width = box.width;
      fit();
    }, SETTLE);
  };
}

// A touch on the cards must not bring the keyboard up over them; the key for it does.
function quiet(terminal) {
  new MutationObserver((_, observer) => {
    const input = terminal.querySelector("textarea");
    if (!input) return;
    input.setAttribute("inputmode", "none");
    observer.disconnect();
  }).observe(terminal, {childList: true, subtree: true});
}

function keyboard(terminal) {
  const input = terminal.querySelector("textarea");
  if (!input) return;
  const on = input.getAttribute("inputmode") === "none";
  input.setAttribute("inputmode", on ? "text" : "none");
  input.blur();
  if (on) input.focus();
}

document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("front"), terminal = document.getElementById("terminal");
  if (form) front(form);
  if (!terminal) return;
  play(terminal);
  // The terminal measures its letters when it opens, so they must be there.
  const open = window.onload;
  window.onload = () => document.fonts.load('16px "Roboto Mono"').finally(() => {
    open();
    if (!document.body.classList.contains("touch")) terminal.querySelector("textarea").focus();
    settle(terminal);
  });
});
