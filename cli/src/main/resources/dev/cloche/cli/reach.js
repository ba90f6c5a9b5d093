// Looks around from inside: each argument is a path or a request to try, each line says what came of it.
const say = (...words) => console.log(words.join('\t'));
const works = (action) => {
  try {
    action();
    return true;
  } catch (e) {
    return false;
  }
};
const mark = (path) => (path.endsWith('/') ? path : path + '/') + '.cloche-reach';
const canRead = (path) => works(() => std.listDir(path)) || works(() => std.readFile(path));
const canWrite = (path) =>
  works(() => {
    std.writeFile(mark(path), '');
    std.remove(mark(path));
  }) || (!works(() => std.listDir(path)) && works(() => std.appendFile(path, '')));
const request = async (method, url) => {
  try {
    await fetch(url, { method, redirect: 'manual' });
    return 'allowed';
  } catch (e) {
    return e.rule ? 'denied' : 'allowed';
  }
};

for (const argument of args) {
  const [kind, name, url] = argument.split(' ');
  if (kind === 'path') {
    const read = canRead(name);
    say('path', name, canWrite(name) ? 'read and write' : read ? 'read' : 'nothing');
  } else {
    say('request', name + ' ' + url, await request(name, url));
  }
}
Object.keys(std.environ()).forEach((name) => say('variable', name, 'set'));
let step = Infinity;
let last = Date.now();
for (let i = 0; i < 20000; i++) {
  const now = Date.now();
  step = now > last ? Math.min(step, now - last) : step;
  last = now;
}
say('clock', 'resolution', step >= 1 ? 'coarse' : 'fine');
