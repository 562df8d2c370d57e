import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEjemplos } from '../e2e/guias.ts'
import { type StoryProduct, startStoryProduct, stopProducts } from '../e2e/product.ts'

const DIV = new URL('../apps/cli/dist/div.js', import.meta.url).pathname
const STARTING_MS = 90_000

let product: StoryProduct
let folder: string
let clave: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'div-cli-'))
  product = await startStoryProduct()
  const expiraEn = new Date(Date.now() + 3_600_000).toISOString()
  const made = await product.api('POST', '/auth/claves', { nombre: 'Pruebas', expiraEn })
  clave = (made.json as { clave: string }).clave
}, STARTING_MS)
afterAll(async () => {
  await product?.stop()
  await stopProducts()
  await rm(folder, { recursive: true, force: true })
})

/** What `div` prints, what it complains about, and its exit code. */
function div(args: readonly string[], env: Record<string, string> = {}) {
  return run([process.execPath, DIV, ...args], env)
}

async function run([command = '', ...args]: readonly string[], env: Record<string, string> = {}) {
  const url = product.apiUrl.replace(/\/api$/, '')
  const child = spawn(command, args, {
    cwd: folder,
    env: { DIVCLI_URL: url, DIVCLI_CLAVE: clave, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complained] = [child.stdout, child.stderr].map(async (stream) => {
    let text = ''
    for await (const chunk of stream) text += chunk
    return text
  })
  const [code] = await once(child, 'close')
  return { code, printed: (await printed) ?? '', complained: (await complained) ?? '' }
}

test('the page of the documentation prints what it says', async () => {
  const npx = `npx() { shift; "${process.execPath}" "${DIV}" "$@"; }`
  let printed = ''
  for (const { lenguaje, codigo } of readEjemplos('linea-de-comandos')) {
    if (lenguaje !== 'sh') {
      expect(printed).toBe(`${codigo}\n`)
      continue
    }
    const ran = await run(['sh', '-c', `${npx}\n${codigo}`])
    expect([ran.complained, ran.code]).toEqual(['', 0])
    printed = ran.printed
  }
})

const NOMBRE = 'Cotizar envío'
const FILE = `${NOMBRE}.json`

test('a proceso goes out as a file, is changed, compared, brought back, tried and published', async () => {
  const exported = await div(['export', NOMBRE])
  expect(exported).toEqual({ code: 0, printed: `${FILE}\n`, complained: '' })
  const text = await readFile(join(folder, FILE), 'utf8')
  await div(['export', NOMBRE])
  expect(await readFile(join(folder, FILE), 'utf8')).toBe(text)
  expect(await div(['diff', FILE])).toMatchObject({ code: 0, printed: `${FILE}: igual\n` })

  // All of them, into a folder that is made for them.
  const { code, printed } = await div(['export', '--carpeta', 'copias/procesos'])
  expect(code).toBe(0)
  const written = printed.trimEnd().split('\n')
  expect(written).toContain(`copias/procesos/${FILE}`)
  expect(
    (await readdir(join(folder, 'copias/procesos'))).map((name) => `copias/procesos/${name}`).toSorted(),
  ).toEqual(written.toSorted())
  expect((await div(['diff', ...written])).code).toBe(0)

  const bundle = JSON.parse(text)
  const caso = {
    nombre: 'Sale bien',
    descripcion: '',
    entrada: exampleOf(bundle),
    esperado: { estado: 'ok', comparar: 'ninguna' },
  }
  bundle.proceso.descripcion = 'Cambiado fuera'
  bundle.proceso.flujo.nodos[0].nota = 'Aquí también'
  bundle.casosPrueba = [caso]
  await writeFile(join(folder, FILE), JSON.stringify(bundle))
  const differs = await div(['diff', FILE])
  expect(differs.code).toBe(1)
  expect(differs.printed).toContain('  proceso.descripcion\n')
  expect(differs.printed).toMatch(/^ {2}proceso\.flujo\.nodos\[\w+\]\.nota\n {4}- \(no está\)\n/m)
  expect(differs.printed).toContain('  casosPrueba[Sale bien]\n')

  expect(await div(['import', '--check', FILE])).toMatchObject({
    code: 0,
    printed: `${FILE}: no falta nada\n`,
  })
  expect(await div(['import', FILE])).toMatchObject({
    code: 0,
    printed: `${FILE}: reemplaza el borrador de «${NOMBRE}»\n`,
  })
  expect((await div(['diff', FILE])).code).toBe(0)
  expect(await div(['test', NOMBRE])).toMatchObject({ code: 0, printed: `«${NOMBRE}»: 1 de 1\n` })
  expect(await div(['publish', NOMBRE])).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^«Cotizar envío»: versión \d+\n$/),
  })
  expect(await div(['publish', NOMBRE])).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^«Cotizar envío»: sin cambios, sigue la versión \d+\n$/),
  })
  const ran = await div(['run', NOMBRE, '--entrada', JSON.stringify(caso.entrada), '--version', '2'])
  expect(ran.code).toBe(0)
  expect(JSON.parse(ran.printed)).toBeTypeOf('object')
})

function exampleOf(bundle: { proceso: { flujo: { nodos: { tipo: string; parametros: unknown[] }[] } } }) {
  const entrada = bundle.proceso.flujo.nodos.find(({ tipo }) => tipo === 'entrada')
  const parametros = (entrada?.parametros ?? []) as { nombre: string; ejemplo?: unknown }[]
  return Object.fromEntries(parametros.map(({ nombre, ejemplo }) => [nombre, ejemplo]))
}

test('a case that does not come out is told, and the shell hears it', async () => {
  const bundle = JSON.parse(await readFile(join(folder, FILE), 'utf8'))
  bundle.casosPrueba[0].esperado = { estado: 'error' }
  await writeFile(join(folder, 'roto.json'), JSON.stringify(bundle))
  await div(['import', 'roto.json'])
  const { code, printed } = await div(['test', NOMBRE])
  expect(code).toBe(1)
  expect(printed).toBe(`«${NOMBRE}»: 0 de 1\n  no  Sale bien\n      estado: Debía fallar y no falló.\n`)
})

test('what a bundle depends on and does not stand here is named before anything is written', async () => {
  const bundle = JSON.parse(await readFile(join(folder, FILE), 'utf8'))
  bundle.proceso.nombre = 'Ajeno'
  bundle.dependencias = [
    ...bundle.dependencias,
    { recurso: 'tablas', referencia: 'aranceles', nombre: 'aranceles' },
  ]
  await writeFile(join(folder, 'ajeno.json'), JSON.stringify(bundle))
  const { code, printed } = await div(['import', '--check', 'ajeno.json'])
  expect([code, printed]).toEqual([1, 'ajeno.json: falta\n  tablas/aranceles: «aranceles»\n'])
  expect(await div(['import', 'ajeno.json'])).toEqual({
    code: 2,
    printed: '',
    complained:
      'El paquete usa 1 elemento que aquí no existe. Créelo o asígnele otro. No se importó nada.\n  falta la tabla: aranceles\n',
  })
  expect((await product.api('GET', '/procesos?q=Ajeno')).json).toEqual([])
})

test('of what bundles call, only what is brought before them is not missing', async () => {
  const original = JSON.parse(await readFile(join(folder, FILE), 'utf8'))
  async function writeCaller(nombre: string, llama: string) {
    const dependencias = [...original.dependencias, { recurso: 'procesos', referencia: 'p1', nombre: llama }]
    const bundle = { ...original, proceso: { ...original.proceso, nombre }, dependencias }
    await writeFile(join(folder, `${nombre}.json`), JSON.stringify(bundle))
  }
  await writeCaller('Primero', 'Segundo')
  await writeCaller('Segundo', NOMBRE)
  await writeCaller('De sí mismo', 'De sí mismo')
  expect(await div(['import', '--check', 'Primero.json', 'Segundo.json'])).toMatchObject({
    code: 0,
    printed: 'Segundo.json: no falta nada\nPrimero.json: no falta nada\n',
  })
  expect(await div(['import', '--check', 'De sí mismo.json'])).toMatchObject({
    code: 1,
    printed: 'De sí mismo.json: falta\n  procesos/p1: «De sí mismo»\n',
  })
})

test.each<[string, string[], Record<string, string>, string]>([
  ['an unknown order', ['borrar'], {}, 'No existe la orden «borrar».'],
  ['an unknown option', ['test', '--todo'], {}, 'No se entiende «--todo».'],
  ['no key', ['export'], { DIVCLI_CLAVE: '' }, 'Falta DIVCLI_CLAVE'],
  ['a wrong key', ['export'], { DIVCLI_CLAVE: `divapi_${'x'.repeat(43)}` }, 'La clave de API no vale'],
  ['what is no key at all', ['export'], { DIVCLI_CLAVE: 'otra cosa' }, 'Está en DIVCLI_CLAVE'],
  [
    'nobody there',
    ['export'],
    { DIVCLI_URL: 'http://127.0.0.1:1' },
    'No responde nadie en http://127.0.0.1:1.',
  ],
  ['an unknown proceso', ['publish', 'Nada'], {}, 'No existe el proceso «Nada».'],
  ['no file', ['diff', 'nada.json'], {}, 'No se pudo leer nada.json.'],
  ['an input that is no JSON', ['run', NOMBRE, '--entrada', '{'], {}, '«--entrada» no es JSON.'],
])('%s is told in a sentence', async (_, args, env, sentence) => {
  const { code, printed, complained } = await div(args, env)
  expect([code, printed]).toEqual([2, ''])
  expect(complained).toContain(sentence)
})
