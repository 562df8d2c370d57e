import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ArchivoIlegible, LIMITS, type TipoDeDocumento } from '@div/contract'
import { libroSchema, writeLibro } from '@div/formatos'
import { describe, expect, test } from 'vitest'
import type { PorLeer } from './lectura-protocol.ts'
import { readApart } from './read-apart.ts'
import { readDocumento } from './read-documento.ts'
import { docxOf, pdfOf, zipOf } from './testing-documentos.ts'

const read = (tipo: TipoDeDocumento, archivo: Uint8Array | string) =>
  readDocumento({ tipo, archivo: Buffer.from(archivo as string), limits: LIMITS }, () => {})

describe('texts', () => {
  test('line ends become one kind, and what no database takes goes', async () => {
    expect(await read('texto', 'uno\r\ndos\rtres\n\n\n\ncuatro\0\u0002 \n')).toBe('uno\ndos\ntres\n\ncuatro')
  })

  test('what is no UTF-8 is read as Windows wrote it', async () => {
    expect(await read('texto', Buffer.from([0x61, 0xf1, 0x6f, 0x20, 0x80]))).toBe('año €')
  })

  test('one without text is refused', async () => {
    await expect(read('markdown', ' \n\n ')).rejects.toThrow(ArchivoIlegible)
  })
})

describe('HTML', () => {
  test('headings, paragraphs, lists and tables are read as text', async () => {
    const html = `<title>Manual</title><h1>Facturas &amp; abonos</h1><p>Una   <b>factura</b><br>y otra.</p>
      <ul><li>primera<li>segunda</ul><table><tr><th>Mes<th>Total<tr><td>mayo<td>12,50 €</table>`
    expect(await read('html', html)).toBe(
      'Manual\n\n# Facturas & abonos\n\nUna factura\ny otra.\n\n- primera\n- segunda\n\nMes | Total\nmayo | 12,50 €',
    )
  })

  test('of a hostile page only what a person would see is left', async () => {
    const html = `<script>alert(1)</script><p onclick="x()">Hola<img src=x onerror=alert(2)></p><style>p{}</style>
      <svg><text>dibujo</text></svg><iframe srcdoc="<p>dentro</p>"></iframe><template><p>molde</p></template>
      <p># no es un título</p><p>&lt;script&gt;texto&lt;/script&gt;</p><noscript>sin</noscript>`
    const texto = await read('html', html)
    expect(texto).toBe('Hola\n\n # no es un título\n\n<script>texto</script>')
  })

  test('tags that are never closed and nesting without end are no trouble', async () => {
    expect(await read('html', `${'<div>'.repeat(20_000)}fin`)).toBe('fin')
    expect(await read('html', `<p>a${'</b>'.repeat(20_000)}<script>nunca`)).toBe('a')
  })
})

describe('rows', () => {
  test('those of CSV say what their values are', async () => {
    expect(await read('csv', 'nombre;precio\nTornillo;0,10\n;\n"Tuerca; M8";\n')).toBe(
      'nombre: Tornillo\nprecio: 0,10\n\nnombre: Tuerca; M8',
    )
  })

  test('those of a workbook stand under the name of their sheet', async () => {
    const refuse = (motivo: string): never => {
      throw new Error(motivo)
    }
    const bytes = await writeLibro(
      [
        { id: 1, nombre: 'Año' },
        { id: 2, nombre: null },
      ],
      libroSchema.parse({ hoja: 'Ventas' }),
      { refuse, textOf: String },
    )
    expect(await read('xlsx', bytes)).toBe('# Ventas\n\nid: 1\nnombre: Año\n\nid: 2')
  })
})

describe('DOCX', () => {
  test('headings and paragraphs are read', async () => {
    const docx = docxOf([
      { texto: 'Facturas', nivel: 1 },
      { texto: 'Se emiten el lunes.' },
      { texto: 'Anulación', nivel: 2 },
      { texto: 'Con un abono.' },
    ])
    expect(await read('docx', docx)).toBe(
      '# Facturas\n\nSe emiten el lunes.\n\n## Anulación\n\nCon un abono.',
    )
  })

  test.each([
    ['what is no archive', Buffer.from('hola')],
    ['an archive of something else', zipOf({ 'a.txt': 'a' })],
  ])('%s is refused', async (_what, bytes) => {
    await expect(read('docx', bytes)).rejects.toThrow(/no es un documento DOCX/)
  })

  test('one that grows too large is refused', async () => {
    const docx = docxOf([{ texto: 'x'.repeat(10_000) }])
    const limits = { ...LIMITS, ragDesempaquetadoBytes: 5_000 }
    await expect(readDocumento({ tipo: 'docx', archivo: docx, limits }, () => {})).rejects.toThrow(
      /demasiado grande/,
    )
  })
})

describe('PDF', () => {
  test('the text of each page stands under its number, with its accents', async () => {
    expect(await read('pdf', pdfOf(['Facturaci\xf3n', '', 'Devoluciones']))).toBe(
      '# Página 1\n\nFacturación\n\n# Página 3\n\nDevoluciones',
    )
  })

  test('one whose pages are only pictures says what to do', async () => {
    await expect(read('pdf', pdfOf(['', '']))).rejects.toThrow(/OCR/)
  })

  test('one of 500 pages is read whole, and says how far it is', async () => {
    const told: number[] = []
    const archivo = pdfOf(Array.from({ length: 500 }, (_, index) => `pagina ${index + 1}`))
    const texto = await readDocumento({ tipo: 'pdf', archivo, limits: LIMITS }, (hecho) => told.push(hecho))
    expect(texto).toContain('# Página 500\n\npagina 500')
    expect(told).toHaveLength(500)
  })
})

describe('apart', () => {
  const apart = (
    tipo: TipoDeDocumento,
    archivo: Buffer,
    more: { limits?: object; signal?: AbortSignal } = {},
  ) =>
    readApart(
      { tipo, archivo },
      {
        limits: { ...LIMITS, ...more.limits },
        signal: more.signal ?? new AbortController().signal,
        onAvance: () => {},
      },
    )

  test('a process reads it and tells the text, or why there is none', async () => {
    expect(await apart('markdown', Buffer.from('# Hola'))).toBe('# Hola')
    await expect(apart('pdf', Buffer.from('hola'))).rejects.toThrow(
      'El archivo no se puede leer: no es un PDF',
    )
  })

  test('a text that no pipe holds comes whole', async () => {
    const texto = 'Una línea de un documento largo.\n'.repeat(70_000).trim()
    expect((await apart('texto', Buffer.from(texto))) === texto).toBe(true)
  })

  test('one with more characters than may be is refused where it is read', async () => {
    await expect(
      apart('texto', Buffer.from('x'.repeat(11)), { limits: { ragCaracteres: 10 } }),
    ).rejects.toThrow('Se superó el límite ragCaracteres: el máximo es 10.')
  })

  test('it stays until it was heard, and ends with whoever began it', async () => {
    const worker = new URL('./documento-worker.ts', import.meta.url)
    const child = fork(worker, [], { serialization: 'advanced', execArgv: [] })
    const porLeer: PorLeer = { tipo: 'texto', archivo: Buffer.from('Hola'), limits: LIMITS }
    child.send(porLeer)
    expect(await once(child, 'message')).toEqual([{ texto: 'Hola' }, undefined])
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('it ends with its time, and with whoever no longer wants it', async () => {
    const archivo = pdfOf(Array.from({ length: 2_000 }, () => 'larga'))
    await expect(apart('pdf', archivo, { limits: { ragLecturaMs: 1 } })).rejects.toThrow(/tarda más/)
    const gone = new Error('cancelado')
    await expect(apart('pdf', archivo, { signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
    const abort = new AbortController()
    const reading = apart('pdf', archivo, { signal: abort.signal })
    abort.abort(gone)
    await expect(reading).rejects.toBe(gone)
  })
})
