"""What publications print: numbers, intervals, tables, and the exact ranges that rounded numbers stand for."""
