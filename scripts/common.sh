# What the scripts share; sourced by them with the repository's root as the
# working directory and `name` set to the script's own name.

say() { printf '%s: %s\n' "$name" "$*"; }

# Every failure is one sentence: what can't be had and what to do about it.
fail() {
  printf '%s: %s\n' "$name" "$*" >&2
  exit 1
}

# as_root COMMAND...: directly when root, else through sudo.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# fashion_mnist FILE: where Debian's package keeps the data set's file.
fashion_mnist() {
  local path
  path=$(dpkg -L dataset-fashion-mnist 2>/dev/null | grep "/$1" | head -1) || true
  [ -n "$path" ] ||
    fail "Debian's package dataset-fashion-mnist has no $1; install it again with: apt-get install --reinstall dataset-fashion-mnist"
  printf '%s\n' "$path"
}
