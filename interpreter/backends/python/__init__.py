"""The executor that writes a program out as Python source, for where there is no C compiler."""
