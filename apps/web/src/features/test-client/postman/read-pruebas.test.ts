import type { Asercion } from '@div/contract'
import { expect, test } from 'vitest'
import { readPruebas } from './read-pruebas.ts'

const of = (que: Asercion['que'], es: Asercion['es'], valor: string, nombre = '') => ({
  que,
  nombre,
  es,
  valor,
})
const read = (script: string) => readPruebas(script.split('\n'))
const taken = (script: string) => read(script).aserciones
const left = (script: string) => read(script).otras.map(({ linea }) => linea)

test.each<[string, object]>([
  ['pm.response.to.have.status(200);', of('estado', 'igual', '200')],
  ['pm.response.to.not.have.status(500)', of('estado', 'distinto', '500')],
  ['pm.expect(pm.response.code).to.eql(201);', of('estado', 'igual', '201')],
  ['pm.expect(pm.response.code).to.be.equal(201);', of('estado', 'igual', '201')],
  ['pm.response.to.have.header("Content-Type");', of('cabecera', 'existe', '', 'Content-Type')],
  [`pm.response.to.have.header('ETag', 'a;b');`, of('cabecera', 'igual', 'a;b', 'ETag')],
  [
    'pm.expect(pm.response.headers.get("Content-Type")).to.include("json");',
    of('cabecera', 'contiene', 'json', 'Content-Type'),
  ],
  ['pm.expect(pm.response.responseTime).to.be.below(200);', of('tiempo', 'menor', '200')],
  ['pm.expect(pm.response.text()).to.include("Ana \\"A\\"");', of('texto', 'contiene', 'Ana "A"')],
  ['pm.expect(pm.response.json().a["b"][0].c).to.equal("x");', of('campo', 'igual', 'x', 'a.b[0].c')],
  ['pm.expect(pm.response.json()[0].id).to.not.eql(7);', of('campo', 'distinto', '7', '[0].id')],
  ['pm.expect(pm.response.json().activo).to.be.true;', of('campo', 'igual', 'true', 'activo')],
  ['pm.expect(pm.response.json().baja).to.be.null;', of('campo', 'igual', 'null', 'baja')],
  ['pm.expect(pm.response.json().id).to.not.be.undefined;', of('campo', 'existe', '', 'id')],
  ['pm.expect(pm.response.json().total).to.be.above(0);', of('campo', 'mayor', '0', 'total')],
  ['pm.expect(pm.response.json()).to.have.property("id");', of('campo', 'existe', '', 'id')],
  ['pm.expect(pm.response.json().a).to.have.property("id", 7);', of('campo', 'igual', '7', 'a.id')],
  ['pm.test("Bien", () => { pm.response.to.have.status(200); });', of('estado', 'igual', '200')],
  ['pm.test("Bien", () => pm.response.to.have.status(200));', of('estado', 'igual', '200')],
])('%s', (line, asercion) => {
  expect(read(line)).toEqual({ aserciones: [asercion], otras: [] })
})

test.each([
  'pm.response.to.have.status("OK");',
  'pm.response.to.be.ok;',
  'pm.expect(pm.response.json().items.length).to.eql(3);',
  'pm.expect(pm.response.json().items).to.include("a");',
  'pm.expect(pm.response.json()["a.b"]).to.eql(3);',
  'pm.expect(pm.response.json().x).to.eql(pm.variables.get("x"));',
  'pm.expect(otro.x).to.eql(1);',
  'pm.expect(pm.response.json().constructor()).to.eql(1);',
  'if (pm.response.code) pm.response.to.have.status(200);',
  'pm.test("x", () => { if (a) { b(); pm.response.to.have.status(200); } });',
  'pm.environment.set("pm.response.to.have.status(200)", 1);',
  "x('; pm.response.to.have.status(200);",
  'pm.response.to.have.status(200) || true',
])('%s is not taken, and says so', (line) => {
  expect([taken(line), left(line)]).toEqual([[], [1]])
})

test('what Postman offers as examples is read whole', () => {
  const script = `// Comprueba
pm.test("Status code is 200", function () {
    pm.response.to.have.status(200);
});

pm.test('El nombre', () => {
    const jsonData = pm.response.json();
    pm.expect(jsonData.cliente.nombre).to.eql("Ana");
    pm.expect(jsonData.cliente.id).to.eql(7);
});`
  expect(read(script)).toEqual({
    aserciones: [
      of('estado', 'igual', '200'),
      of('campo', 'igual', 'Ana', 'cliente.nombre'),
      of('campo', 'igual', '7', 'cliente.id'),
    ],
    otras: [],
  })
})

test.each<[string, string, number[]]>([
  ['a condition', 'if (x) {\n  pm.response.to.have.status(200);\n}', [1, 2]],
  ['a condition without brackets', 'if (x)\n  pm.response.to.have.status(200);', [1, 2]],
  ['either side of one', 'if (x) {\n a()\n} else {\n  pm.response.to.have.status(200);\n}', [1, 2, 3, 4]],
  [
    'brackets in brackets',
    'if (x) {\n a([{\n b: 1\n }\n])\n pm.response.to.have.status(200);\n}',
    [1, 2, 3, 6],
  ],
  ['a call', 'pm.sendRequest("x", () => {\n pm.response.to.have.status(200);\n});', [1, 2]],
  ['a skipped test', 'pm.test.skip("x", () => {\n pm.response.to.have.status(200);\n});', [1, 2]],
  ['a comment', '/* pm.test\npm.response.to.have.status(200);\n*/', [1, 2, 3]],
  ['a text', 'const a = `\npm.response.to.have.status(200);\n`', [1, 2, 3]],
  [
    'what somebody left',
    'pm.test("x", () => {\n if (a) return;\n pm.response.to.have.status(200);\n});',
    [2, 3],
  ],
  ['another answer', 'let j = pm.response.json();\nj = j.data;\npm.expect(j.x).to.eql(1);', [2, 3]],
])('nothing within %s is taken', (_name, script, lines) => {
  expect([taken(script), left(script)]).toEqual([[], lines])
})

test('after what was not understood its tests are read again', () => {
  const script = `if (x) {
  pm.environment.set("a", 1);
}
console.log("}");
pm.test("Bien", function () {
  pm.response.to.have.status(204);
});`
  expect([taken(script), left(script)]).toEqual([[of('estado', 'igual', '204')], [1, 2, 4]])
})
