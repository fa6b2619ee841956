"""The table on the wire; a Python program joins with :func:`connect`."""

from net.client import Lost, Refused, RemoteTable, TableView, Update, connect

__all__ = ["Lost", "Refused", "RemoteTable", "TableView", "Update", "connect"]
