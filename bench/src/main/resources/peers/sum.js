// The smallest script call.
function work(n) {
  return 1 + n;
}
