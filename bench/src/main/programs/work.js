// What the script engines run: calls, then objects, then strings. work(n) answers a checksum.

function mix(sum, value) {
  return (Math.imul(sum, 31) + value) | 0;
}

function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function makeRecords(count) {
  const records = [];
  let seed = 1;
  for (let i = 0; i < count; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    records.push({ id: i, name: `item ${seed % 1000}`, group: seed % 7, tags: ['a' + (seed % 3), 'b'], at: { x: i, y: seed % 100 } });
  }
  return records;
}

function objects(count) {
  const groups = new Map();
  for (const record of makeRecords(count)) {
    const members = groups.get(record.group) ?? [];
    members.push({ ...record, key: record.tags.join('-') });
    groups.set(record.group, members);
  }
  let sum = 0;
  for (const [group, members] of groups) {
    members.sort((left, right) => left.at.y - right.at.y || left.id - right.id);
    sum = members.map((member) => member.id ^ member.at.x).reduce(mix, mix(sum, group));
  }
  return sum;
}

function strings(count) {
  const text = JSON.stringify(makeRecords(count));
  const words = text.replace(/"(\w+)":/g, (whole, name) => name.toUpperCase() + '=').split(/[,{}[\]]+/);
  let sum = mix(JSON.parse(text).length, words.length);
  for (const word of words) {
    for (let i = 0; i < word.length; i++) {
      sum = mix(sum, word.charCodeAt(i));
    }
  }
  return sum;
}

function work(n) {
  const count = 1 << Math.max(0, n - 16);
  return mix(mix(fib(n), objects(count)), strings(count)) >>> 0;
}
