"""What the tests need from the machine: a browser, and the checkers of the client's scripts."""
