import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A file that the page of a description loads. */
export interface DocsAsset {
  contentType: string
  read(): Buffer
}

/** They change only with the product. */
export const DOCS_CACHE_CONTROL = 'public, max-age=86400'

/** In a file of its own, because the page allows no inline script. */
const START_SCRIPT = `SwaggerUIBundle({
  url: location.pathname.replace(/\\/docs$/, '/openapi.json'),
  dom_id: '#documentacion',
  deepLinking: true,
  validatorUrl: null,
})
`

const require = createRequire(import.meta.url)

/** All that the page may load: nothing that a caller names reaches the file system (security rule 2). */
export const DOCS_ASSETS: ReadonlyMap<string, DocsAsset> = new Map([
  ['swagger-ui.css', swaggerAsset('swagger-ui.css', 'text/css; charset=utf-8')],
  ['swagger-ui-bundle.js', swaggerAsset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8')],
  ['inicio.js', { contentType: 'text/javascript; charset=utf-8', read: () => Buffer.from(START_SCRIPT) }],
])

/** The page at `…/docs` that shows `…/openapi.json`. What it loads stands below it, at `…/docs/`. */
export function writeDocsPage(nombre: string): string {
  const title = escapeHtml(nombre)
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Documentación</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<main id="documentacion"><p>Cargando la documentación de ${title}…</p></main>
<noscript><p>Esta página necesita JavaScript. La descripción está también en openapi.json.</p></noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/inicio.js"></script>
</body>
</html>
`
}

function swaggerAsset(file: string, contentType: string): DocsAsset {
  let bytes: Buffer | undefined
  return {
    contentType,
    read() {
      // On the first visit: most processes never show the page.
      bytes ??= readFileSync(join(dirname(require.resolve('swagger-ui-dist/package.json')), file))
      return bytes
    },
  }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
