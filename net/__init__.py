"""The table on the wire; a Python program joins with :func:`connect`."""

from net.client import Lost, Refused, RemoteTable, connect
from net.tableview import TableView, Update

__all__ = ["Lost", "Refused", "RemoteTable", "TableView", "Update", "connect"]
