import { crc32 } from 'node:zlib'

/** A ZIP archive (APPNOTE 6.3.10) of these files, none of them compressed. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const [nameBytes, data] = [Buffer.from(name), Buffer.from(content)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, data])
    parts.push(entry)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, nameBytes)
    offset += entry.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end])
}

/** A text document with these paragraphs; those of a level are headings. */
export function docxOf(paragraphs: readonly { texto: string; nivel?: number }[]): Buffer {
  const styleOf = (nivel: number | undefined) =>
    nivel === undefined ? '' : `<w:pPr><w:pStyle w:val="Heading${nivel}"/></w:pPr>`
  const body = paragraphs
    .map(({ texto, nivel }) => `<w:p>${styleOf(nivel)}<w:r><w:t>${texto}</w:t></w:r></w:p>`)
    .join('')
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const style = (nivel: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${nivel}"><w:name w:val="heading ${nivel}"/></w:style>`
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${word}">${style(1)}${style(2)}</w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  })
}

/** A PDF of pages with a line of text each; an empty one has no text, as a scanned one. */
export function pdfOf(pages: readonly string[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${index * 2 + 4} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((texto, index) => {
      const content = texto === '' ? '' : `BT /F1 12 Tf 72 720 Td (${texto}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${index * 2 + 5} 0 R >>`,
        `<< /Length ${Buffer.from(content, 'latin1').length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  const offsets: number[] = []
  let text = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  )
}
