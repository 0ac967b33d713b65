"""From a captured graph to a program: which nodes form one kernel, and the loop nest of each kernel."""
