"""The table in a browser (``gouji host --web``): pages, visitors and their processes."""
