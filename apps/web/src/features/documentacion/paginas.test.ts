import { globSync, readdirSync, readFileSync } from 'node:fs'
import { paqueteSchema, TIPOS_NODO } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { screenAt } from '../../app/screen-at.ts'
import { SCREENS } from '../../app/screens.ts'
import { buscar, toEntradas } from './buscar.ts'
import { computeFormula } from './compute-formula.ts'
import { ENLACES } from './lector/enlaces.ts'
import type { Bloque, Pagina, Texto } from './lector/pagina.ts'
import { readPagina } from './lector/read-pagina.ts'
import { seccionesOf } from './lector/secciones-of.ts'
import { archivosOf, PAGINAS } from './paginas.ts'

const readArchivo = (archivo: string): Pagina =>
  readPagina(readFileSync(new URL(archivo, import.meta.url), 'utf8'), ENLACES)

const READ = PAGINAS.map((info) => {
  const parts = archivosOf(info).map(readArchivo)
  return { ...info, title: parts[0]?.titulo, bloques: parts.flatMap(({ bloques }) => bloques) }
})

const EVERYTHING = READ.flatMap(({ ruta, bloques }) =>
  bloques.flatMap(flatten).map((bloque) => ({ ruta, bloque })),
)

function flatten(bloque: Bloque): Bloque[] {
  if (bloque.tipo === 'lista') return [bloque, ...bloque.elementos.flat().flatMap(flatten)]
  if (bloque.tipo === 'aviso') return [bloque, ...bloque.bloques.flatMap(flatten)]
  return [bloque]
}

test('every page that was written is offered, under its own title', () => {
  const offered = PAGINAS.map(({ archivo }) => archivo)
  const written = readdirSync(new URL('paginas/', import.meta.url)).map((name) => `./paginas/${name}`)
  expect(offered).toEqual(expect.arrayContaining(written))
  for (const { title, titulo } of READ.filter(({ grupo }) => grupo !== 'Referencia'))
    expect(title).toBe(titulo)
})

test('every page stands at a screen of the documentation', () => {
  for (const { ruta } of PAGINAS) expect(screenAt(SCREENS, ruta)).toMatchObject({ access: 'publico' })
})

function linksOf(textos: readonly Texto[]): string[] {
  return textos.flatMap((texto) => {
    if (typeof texto === 'string' || 'codigo' in texto) return []
    if ('enlace' in texto) return [texto.enlace, ...linksOf(texto.textos)]
    return linksOf('fuerte' in texto ? texto.fuerte : texto.enfasis)
  })
}

function textosOf(bloque: Bloque): readonly (readonly Texto[])[] {
  if (bloque.tipo === 'parrafo' || bloque.tipo === 'titulo') return [bloque.textos]
  return bloque.tipo === 'tabla' ? [...bloque.cabecera, ...bloque.filas.flatMap(({ celdas }) => celdas)] : []
}

/** A page, and each place in it that has a name. */
const PLACES = new Set(
  READ.flatMap(({ ruta, bloques }) => [
    ruta,
    ...bloques
      .flatMap(flatten)
      .flatMap((bloque) => {
        if (bloque.tipo === 'titulo') return [bloque.ancla]
        return bloque.tipo === 'tabla' ? bloque.filas.flatMap(({ ancla }) => ancla ?? []) : []
      })
      .map((ancla) => `${ruta}#${ancla}`),
  ]),
)

test('every link leads to a page and a part of it, or to a screen', () => {
  const links = EVERYTHING.flatMap(({ ruta, bloque }) =>
    textosOf(bloque)
      .flatMap(linksOf)
      .filter((link) => !/^(https?:|\/api\/)/.test(link))
      .map((link) => (link.startsWith('#') ? ruta + link : link)),
  )
  const isScreen = (link: string) => !link.startsWith('/doc') && screenAt(SCREENS, link) !== undefined
  expect(links.filter((link) => !PLACES.has(link) && !isScreen(link))).toEqual([])
})

const WEB = new URL('../../', import.meta.url).pathname
const SOURCES = globSync('**/*.{ts,tsx}', { cwd: WEB })
  .filter((file) => !/\.test\.tsx?$|^features\/documentacion\/|^app\/screens\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(WEB + file, 'utf8') }))

describe('the web application leads to what there is to read', () => {
  /** `${…}` stands for any name. */
  const ADDRESS = /["'`](\/(?:docs\/|documentacion)(?:[^"'`\s$]|\$\{[^}]*\})*)["'`]/g
  const addresses = SOURCES.flatMap(({ file, text }) =>
    [...text.matchAll(ADDRESS)].map(([, address = '']) => ({ file, address })),
  )

  test.each(addresses)('$file: $address', ({ address }) => {
    const literal = address.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.?+*|()[\]{}^$\\]/g, '\\$&'))
    const pattern = new RegExp(`^${literal.join('[\\w-]+')}$`)
    expect([...PLACES, '/documentacion-indice'].some((place) => pattern.test(place))).toBe(true)
  })

  test('from every form beside a list, by its resource', () => {
    const resources = SOURCES.filter(({ text }) => text.includes('<ResourcePanel')).map(
      // The form of the collections names its resource by a constant.
      ({ text }) => /<ResourcePanel[^>]*?resource="([\w/-]+)"/.exec(text)?.[1] ?? 'rag',
    )
    expect(resources.length).toBeGreaterThan(6)
    expect(resources.filter((resource) => !PLACES.has(`/documentacion/campos#${resource}`))).toEqual([])
  })

  test.each(TIPOS_NODO)('from the inspector of a %s, to its page and to its fields', (tipo) => {
    expect(
      [`/documentacion/nodo-${tipo}`, `/documentacion/flujo#${tipo}`].filter((each) => !PLACES.has(each)),
    ).toEqual([])
  })

  test('from every field of a form that is said to be of one', () => {
    const named = SOURCES.flatMap(({ text }) => {
      const help = /help=(?:"|\{`)(\/documentacion\/campos#[\w-]+)["`]/.exec(text)?.[1]
      const campos = [...text.matchAll(/(?:data-campo="|campoOf\(\w+(?:\.\w+)?, ')([\w.]+)["']/g)]
      return help === undefined ? [] : campos.map(([, campo = '']) => `${help}.${campo}`)
    })
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((place) => !PLACES.has(place))).toEqual([])
  })
})

test('no two parts of a page have the same name', () => {
  for (const { ruta, bloques } of READ) {
    const anclas = bloques.flatMap((bloque) => (bloque.tipo === 'titulo' ? [bloque.ancla] : []))
    expect([ruta, anclas.filter((ancla, at) => anclas.indexOf(ancla) !== at)]).toEqual([ruta, []])
  }
})

test('what is said to be JSON is JSON, and what is to be imported can be', () => {
  for (const { bloque } of EVERYTHING) {
    if (bloque.tipo !== 'codigo' || bloque.lenguaje !== 'json') continue
    const value = JSON.parse(bloque.codigo)
    if (bloque.papel.startsWith('paquete')) expect(paqueteSchema.safeParse(value).error).toBeUndefined()
  }
})

/** Those of the functions are run where the functions are. */
const FORMULAS = READ.filter(({ ruta }) => ruta !== '/docs/funciones').flatMap(({ ruta, bloques }) => {
  const datos = bloques.find((bloque) => bloque.tipo === 'codigo' && bloque.papel === 'datos')
  const known = datos?.tipo === 'codigo' ? JSON.parse(datos.codigo) : {}
  return bloques
    .filter((bloque) => bloque.tipo === 'formula')
    .map(({ formula, resultado }) => ({ ruta, formula, resultado, datos: known }))
})

test.each(FORMULAS)('$ruta: $formula', ({ formula, resultado, datos }) => {
  const computed = computeFormula(formula, datos)
  expect(computed).toMatchObject({ ok: true })
  expect(computed.ok && JSON.parse(JSON.stringify(computed.valor ?? null))).toEqual(JSON.parse(resultado))
})

test('formulas are read from the page of the functions, to be tried on it', () => {
  const funciones = READ.find(({ ruta }) => ruta === '/docs/funciones')
  expect(funciones?.bloques.filter(({ tipo }) => tipo === 'formula').length).toBeGreaterThan(200)
})

describe('the search', () => {
  const entradas = READ.flatMap(({ ruta, titulo, bloques }) =>
    toEntradas(seccionesOf({ titulo, bloques }), { ruta, pagina: titulo }),
  )

  test.each([
    ['transaccion', '/documentacion/transacciones'],
    ['TRANSACCIÓN', '/documentacion/transacciones'],
    ['primer canal', '/documentacion/primer-canal'],
    ['fin_mes', '/docs/funciones#fin-mes-fecha-meses'],
    ['wsdl', '/documentacion/soap-desde-wsdl'],
    ['idempotency', '/docs/canales#repetir-sin-hacer-dos-veces'],
    ['pool_agotado', '/docs/consumo-servidores#el-pool'],
  ])('finds %s first at %s', (consulta, direccion) => {
    expect(buscar(entradas, consulta)[0]?.direccion).toBe(direccion)
  })

  test('finds only where every word stands, and shows where', () => {
    const [first, ...others] = buscar(entradas, 'clave maéstra aparte')
    expect(first).toBeDefined()
    for (const { direccion, extracto } of [first, ...others].filter((each) => each !== undefined)) {
      expect(direccion).toMatch(/^\/doc/)
      expect(extracto.length).toBeGreaterThan(0)
    }
    expect(first?.extracto.filter((_, at) => at % 2 === 1).map((piece) => piece.toLowerCase())).toContain(
      'maestra',
    )
    const words = (text: string | undefined) => new Set(text?.split(/\s+/))
    const [{ direccion } = { direccion: '' }] = buscar(entradas, 'cortacircuitos')
    const whole = entradas.find(({ ruta, ancla }) => direccion === (ancla === '' ? ruta : `${ruta}#${ancla}`))
    expect(
      words(whole?.texto).isSupersetOf(words(buscar(entradas, 'cortacircuitos')[0]?.extracto.join(''))),
    ).toBe(true)
    expect(buscar(entradas, 'palabra-que-nadie-escribe')).toEqual([])
    expect(buscar(entradas, '  ')).toEqual([])
  })

  test('shows what was found also of letters that were written in two parts', () => {
    const seccion = { ancla: '', titulo: 'Título', texto: 'La sesio\u0301n y la direccio\u0301n' }
    const [found] = buscar(toEntradas([seccion], { ruta: '/x', pagina: 'Página' }), 'direccion')
    expect(found?.extracto).toEqual(['La sesión y la ', 'dirección', ''])
  })
})
