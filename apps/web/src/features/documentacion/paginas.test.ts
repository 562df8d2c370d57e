import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { paqueteSchema, TIPOS_NODO, writeResultado } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { screenAt } from '../../app/screen-at.ts'
import { SCREENS } from '../../app/screens.ts'
import { computeFormula } from './compute-formula.ts'
import { ENLACES } from './lector/enlaces.ts'
import type { Bloque, Pagina, Texto } from './lector/pagina.ts'
import { readPagina } from './lector/read-pagina.ts'
import { seccionesOf } from './lector/secciones-of.ts'
import { archivosOf, PAGINAS } from './paginas.ts'
import { search, toEntradas } from './search.ts'

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

describe('every form leads to what explains its fields', () => {
  /** What is looked for, chosen to be seen, switched in its row or typed into a cell: no form, and nothing to explain field by field. */
  const NO_FORMS = [
    'app/layout/search-box.tsx',
    'features/ai/budget/budget-page.tsx',
    'features/ai/budget/consumo-view.tsx',
    'features/ai/chat-agents/chat-agents-page.tsx',
    'features/ai/conversaciones/conversacion-header.tsx',
    'features/ai/rag/buscar-page.tsx',
    'features/ai/rag/evaluacion-page.tsx',
    'features/alertas/alertas-page.tsx',
    'features/canales/canal-switch.tsx',
    'features/configuracion-async-pool/configuracion-async-pool-page.tsx',
    'features/ejecuciones/ejecucion-filters.tsx',
    'features/ejecuciones/ejecuciones-page.tsx',
    'features/entornos/comparar-page.tsx',
    'features/flujo/palette/nodo-list.tsx',
    'features/flujo/palette/quick-add.tsx',
    'features/flujo/palette/servidor-objetos.tsx',
    'features/flujo/run/historial-panel.tsx',
    'features/flujo/versiones/version-stage.tsx',
    'features/procesos/proceso-card.tsx',
    'features/procesos/versiones-section.tsx',
    'features/servidores/tipo-catalogue.tsx',
    'features/tablas/cell-editor.tsx',
    'features/tablas/grid-head-cell.tsx',
    'shared/categorias/categoria-select.tsx',
    'shared/code-editor/code-box.tsx',
    'shared/datos/large-value.tsx',
    'shared/datos/value-viewer.tsx',
    'shared/list/filter-select.tsx',
    'shared/list/orden-select.tsx',
    'shared/list/resource-select.tsx',
    'shared/list/search-input.tsx',
    'shared/list/vista-switch.tsx',
    'features/ai/mcp/mcp-page.tsx',
    // Which of two versions of the same is kept.
    'features/flujo/conflict-panel.tsx',
    'shared/form/conflict-dialog.tsx',
    // Whoever signs in reads what there is on the page itself.
    'features/login/login-form.tsx',
  ]
  const FIELD =
    /<(TextInput|Textarea|PasswordInput|NumberInput|Select|MultiSelect|TagsInput|Autocomplete|Checkbox|Switch|Radio|SegmentedControl|FileField|JsonEditor|SchemaForm|input|textarea)\b/
  const HELP = /<FormHelp\b|<ResourcePanel\b|\bhelp=/
  const texts = new Map(SOURCES.map(({ file, text }) => [file, text]))
  const importers = Map.groupBy(
    SOURCES.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, imported = '']) => ({
        file,
        imported: join(dirname(file), imported),
      })),
    ),
    ({ imported }) => imported,
  )

  /** It says so itself, or all that draw it do. */
  function isExplained(file: string, above: readonly string[] = []): boolean {
    if (HELP.test(texts.get(file) ?? '')) return true
    const drawnBy = (importers.get(file) ?? [])
      .map((each) => each.file)
      .filter((each) => !above.includes(each))
    return drawnBy.length > 0 && drawnBy.every((each) => isExplained(each, [...above, file]))
  }

  const unexplained = SOURCES.filter(({ file, text }) => FIELD.test(text) && !isExplained(file)).map(
    ({ file }) => file,
  )

  test('but for what is no form', () => {
    expect(unexplained.filter((file) => !NO_FORMS.includes(file))).toEqual([])
  })

  test('and what is said to be no form has fields that nothing explains', () => {
    expect(NO_FORMS.filter((file) => !unexplained.includes(file))).toEqual([])
  })

  test.each(['convertir', 'filtrar', 'ordenar', 'agrupar', 'unir', 'limitar'])(
    'each field of a step «%s» to its own line',
    (tipo) => {
      const step = `/documentacion/flujo#transformacion.pasos[] (tipo: ${tipo}).`
      const named = SOURCES.filter(
        ({ file }) =>
          file.endsWith(`/pasos/${tipo}-fields.tsx`) ||
          (tipo === 'limitar' && file.endsWith('/pasos/paso-fields.tsx')),
      ).flatMap(({ text }) =>
        [...text.matchAll(/\{`\$\{place\}\.(\w+)`\}/g)].map(([, campo = '']) => `${step}${campo}`),
      )
      expect([...PLACES].some((place) => place.startsWith(step))).toBe(true)
      expect(named.filter((place) => !PLACES.has(place))).toEqual([])
    },
  )
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
  expect(computed.ok && writeResultado(computed.valor)).toBe(resultado)
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
    expect(search(entradas, consulta)[0]?.direccion).toBe(direccion)
  })

  test('finds only where every word stands, and shows where', () => {
    const [first, ...others] = search(entradas, 'clave maéstra aparte')
    expect(first).toBeDefined()
    for (const { direccion, extracto } of [first, ...others].filter((each) => each !== undefined)) {
      expect(direccion).toMatch(/^\/doc/)
      expect(extracto.length).toBeGreaterThan(0)
    }
    expect(first?.extracto.filter((_, at) => at % 2 === 1).map((piece) => piece.toLowerCase())).toContain(
      'maestra',
    )
    const words = (text: string | undefined) => new Set(text?.split(/\s+/))
    const [{ direccion } = { direccion: '' }] = search(entradas, 'cortacircuitos')
    const whole = entradas.find(({ ruta, ancla }) => direccion === (ancla === '' ? ruta : `${ruta}#${ancla}`))
    expect(
      words(whole?.texto).isSupersetOf(words(search(entradas, 'cortacircuitos')[0]?.extracto.join(''))),
    ).toBe(true)
    expect(search(entradas, 'palabra-que-nadie-escribe')).toEqual([])
    expect(search(entradas, '  ')).toEqual([])
  })

  test('shows what was found also of letters that were written in two parts', () => {
    const seccion = { ancla: '', titulo: 'Título', texto: 'La sesio\u0301n y la direccio\u0301n' }
    const [found] = search(toEntradas([seccion], { ruta: '/x', pagina: 'Página' }), 'direccion')
    expect(found?.extracto).toEqual(['La sesión y la ', 'dirección', ''])
  })
})
