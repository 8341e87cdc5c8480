// The reference of every ratio: a static C++ program that does nothing.
int main() {}
