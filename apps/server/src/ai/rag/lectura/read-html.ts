import { Parser } from 'htmlparser2'

/** What is no text of the page, with all that stands within. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'object',
  'select',
  'textarea',
])
/** A paragraph of its own. */
const BLOCKS = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'dd',
    'details',
    'dialog',
    'div',
    'dl',
    'dt',
    'fieldset',
  ],
  ...[
    'figcaption',
    'figure',
    'footer',
    'form',
    'header',
    'hr',
    'main',
    'nav',
    'ol',
    'p',
    'pre',
    'section',
    'summary',
  ],
  ...['table', 'title', 'ul'],
])
const HEADING = /^h([1-6])$/

/** The text of a page: nothing of it is run, fetched or kept as markup. Headings are those of Markdown, cells stand between bars. */
export function readHtml(html: string): string {
  const writer = new TextWriter()
  let silent = 0
  const parser = new Parser({
    onopentagname(name) {
      if (SILENT.has(name)) silent++
      if (silent === 0) writer.open(name)
    },
    ontext(text) {
      if (silent === 0) writer.write(text)
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      else if (silent === 0) writer.close(name)
    },
  })
  parser.end(html)
  return writer.end()
}

class TextWriter {
  readonly #lines: string[] = []
  #line = ''
  #heading = ''

  open(name: string): void {
    const [, level] = HEADING.exec(name) ?? []
    if (level !== undefined) {
      this.#breakParagraph()
      this.#heading = `${'#'.repeat(Number(level))} `
    } else if (BLOCKS.has(name)) this.#breakParagraph()
    else if (name === 'br' || name === 'tr') this.#breakLine()
    else if (name === 'li') {
      this.#breakLine()
      this.#line = '- '
    } else if ((name === 'td' || name === 'th') && this.#line !== '') this.#line += ' | '
  }

  close(name: string): void {
    if (HEADING.test(name) || BLOCKS.has(name)) this.#breakParagraph()
    else if (name === 'li' || name === 'tr') this.#breakLine()
  }

  write(text: string): void {
    const spaced = text.replace(/\s+/g, ' ')
    this.#line += this.#line === '' || this.#line.endsWith(' ') ? spaced.trimStart() : spaced
  }

  end(): string {
    this.#breakLine()
    return this.#lines.join('\n')
  }

  #breakLine(): void {
    const line = this.#line.trimEnd()
    if (line !== '') {
      // A line of text that begins so is no heading.
      const isLikeHeading = this.#heading === '' && line.startsWith('#')
      this.#lines.push(`${isLikeHeading ? ' ' : ''}${this.#heading}${line}`)
      this.#heading = ''
    }
    this.#line = ''
  }

  #breakParagraph(): void {
    this.#breakLine()
    this.#heading = ''
    if (this.#lines.at(-1) !== '') this.#lines.push('')
  }
}
