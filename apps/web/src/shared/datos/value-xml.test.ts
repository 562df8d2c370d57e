import { expect, test } from 'vitest'
import { xmlLines } from './value-xml.ts'

test.each<[unknown, string[]]>([
  [null, ['<valor/>']],
  ['a<b>&"', ['<valor>a&lt;b&gt;&amp;&quot;</valor>']],
  [{ id: 7, ok: true }, ['<valor>', '  <id>7</id>', '  <ok>true</ok>', '</valor>']],
  [
    { filas: [{ n: 1 }] },
    ['<valor>', '  <filas>', '    <elemento>', '      <n>1</n>', '    </elemento>', '  </filas>', '</valor>'],
  ],
  [{ 'mi campo': 'x' }, ['<valor>', '  <campo nombre="mi campo">x</campo>', '</valor>']],
  [{ '"><x': 1 }, ['<valor>', '  <campo nombre="&quot;&gt;&lt;x">1</campo>', '</valor>']],
  ['a\u0000b', ['<valor>a�b</valor>']],
])('%j is %j', (value, lines) => {
  expect(xmlLines(value)).toEqual(lines)
})
