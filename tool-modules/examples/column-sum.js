// Sums one column of a CSV file: column-sum.js FILE COLUMN, where COLUMN counts from 1.
const [file, column] = args;
const index = Number(column) - 1;
const [header, ...rows] = std.readFile(file).trim().split(/\r?\n/).map((line) => line.split(","));

if (!(index in header)) {
  console.error(`column ${column} is not one of 1 to ${header.length}: ${header.join(", ")}`);
  std.exit(2);
}

const sum = rows.reduce((total, row) => total + Number(row[index]), 0);
console.log(`${header[index]}: ${sum.toFixed(1)} in ${rows.length} rows`);
