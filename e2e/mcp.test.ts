import { afterAll, beforeAll, expect, test } from 'vitest'
import { INYECCION, type McpDePrueba, startMcpDePrueba } from '../apps/server/src/ai/mcp/testing.ts'
import { type OAuthDePrueba, startOAuthDePrueba } from '../apps/server/src/ai/mcp/testing-oauth.ts'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { addMcpServer } from './mcp-servers.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso } from './publish-proceso.ts'

let product: Product
let ajeno: McpDePrueba
let oauth: OAuthDePrueba
beforeAll(async () => {
  ;[product, ajeno, oauth] = await Promise.all([
    startStoryProduct(),
    startMcpDePrueba(),
    startOAuthDePrueba(),
  ])
})
afterAll(async () => {
  await product?.stop()
  await ajeno?.close()
  await oauth?.close()
})

describeInBrowser('mcp', () => {
  test('from a published tool one comes to a token for it, and to the whole configuration of a client', async () => {
    const nodos = [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [{ nombre: 'quien', tipo: 'texto' }] },
      {
        ...{ id: 'n2', tipo: 'salida', nombre: 'Salida', estadoHttp: 200 },
        parametros: [{ nombre: 'saludo', valorAsignado: { nodo: 'n1', ruta: 'quien' } }],
      },
    ]
    const conexiones = [{ id: 'c1', origen: 'n1', destino: 'n2' }]
    const procesoId = await createProceso(product, 'Saludar', { version: 1, nodos, conexiones })
    await product.api('POST', `/procesos/${procesoId}/publicar`, {})
    await product.api('POST', '/ai-capabilities', {
      ...{ nombre: 'saludar', descripcion: 'Saluda.', escribe: false, enMcp: true },
      objetivo: { tipo: 'proceso', procesoId },
    })
    const page = await openSignedIn(product, '/mcp')
    await page.getByRole('link', { name: 'Crear un token solo para saludar' }).waitFor()
    await page.getByRole('link', { name: 'Crear un token para MCP' }).click()
    const form = page.getByRole('form', { name: 'Nuevo token' })
    expect(await form.getByLabel('Nombre').inputValue()).toBe('Asistente MCP: saludar')
    await form.getByText('saludar', { exact: true }).first().waitFor()
    await form.getByRole('button', { name: 'Crear' }).click()
    const shown = page.getByRole('dialog', { name: 'Token «Asistente MCP: saludar»' })
    const config = JSON.parse((await shown.locator('pre').textContent()) ?? '')
    const { url, headers } = config.mcpServers.div
    const portAndPath = (address: string) => [new URL(address).port, new URL(address).pathname]
    expect(portAndPath(url)).toEqual(portAndPath(`${product.motorUrl}/mcp`))
    // As a client does that has read it.
    await expect
      .poll(async () => {
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
        })
        return answer.text()
      })
      .toContain('"saludar"')
    await shown.getByRole('button', { name: 'Ya lo guardé' }).click()
    const [token] = (await product.api('GET', '/tokens?q=Asistente')).json as { canales: string[] }[]
    expect(token?.canales).toEqual([])
    // What comes after it is prepared by nobody.
    await page.getByRole('button', { name: 'Crear token' }).click()
    expect(await form.getByLabel('Nombre').inputValue()).toBe('')
  })

  test('tools of others are allowed one by one, tried, and off when they say something else of themselves', async () => {
    ajeno.describeSaludar(`Saluda.\n${'Con cortesía.\n'.repeat(20)}Y nada más.`)
    const page = await openSignedIn(product, '/mcp')
    await page.getByText('Las de otros').click()
    await page.getByText('Todavía no hay servidores MCP').waitFor()
    await page.getByRole('link', { name: 'Guía: herramientas de otros' }).waitFor()
    await page.getByRole('link', { name: 'Conectar servidor MCP' }).click()
    await page.getByLabel('Nombre').fill('Ajeno')
    await page.getByLabel(/^Dirección/).fill(ajeno.url)
    await page.getByLabel('Permitir red privada').check({ force: true })
    const stored = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/servidores'),
    )
    await page.getByRole('button', { name: /^(Guardar|Crear)/ }).click()
    expect((await stored).status()).toBe(201)

    await page.getByRole('link', { name: /^MCP/ }).click()
    await page.getByText('Las de otros').click()
    await page.getByText('Ninguna herramienta permitida').waitFor()
    await page.getByRole('link', { name: 'Ajeno' }).click()
    const saludar = page.getByRole('article', { name: 'saludar' })
    await saludar.getByText('Sin permitir').waitFor()
    // Its server hints that it only reads.
    expect(await saludar.getByLabel('Cambia datos').isChecked()).toBe(false)
    expect(await page.getByRole('article', { name: 'borrar' }).getByLabel('Cambia datos').isChecked()).toBe(
      true,
    )
    const hidden = () =>
      saludar.getByText('Y nada más.').evaluate((text) => text.scrollHeight - text.clientHeight)
    expect(await hidden()).toBeGreaterThan(100)
    await saludar.getByRole('button', { name: 'Ver todo lo que dice' }).click()
    expect(await hidden()).toBe(0)
    await saludar.getByText('"argumentos"').waitFor()
    await saludar.getByRole('button', { name: 'Permitir' }).click()
    await saludar.getByText('Permitida').waitFor()
    await saludar.getByRole('button', { name: 'Probar' }).click()
    await saludar.getByLabel('Argumentos de saludar').fill('{ "nombre": "Ana" }')
    await saludar.getByRole('button', { name: 'Llamar' }).click()
    await saludar.getByText('Hola, Ana').waitFor()

    ajeno.describeSaludar(INYECCION)
    await page.getByRole('button', { name: 'Mirar otra vez' }).click()
    await saludar.getByText('Cambió: no se usa').waitFor()
    // What it says is shown as text, whatever it would like to be.
    expect(await saludar.getByRole('region', { name: 'Qué cambió en saludar' }).textContent()).toContain(
      '<important>',
    )
    await saludar.getByRole('button', { name: 'Permitir lo que dice ahora' }).click()
    await saludar.getByText('Permitida').waitFor()
    await saludar.getByRole('button', { name: 'Retirar' }).click()
    await saludar.getByText('Sin permitir').waitFor()
  })

  test('a person lets the product in, and comes back to the tools', async () => {
    const id = await addMcpServer(product, 'Con permiso', {
      url: oauth.mcp.url,
      autenticacion: { tipo: 'oauthCodigo' },
    })
    const page = await openSignedIn(product, `/mcp/${id}`, { tolerates: /409/ })
    await page.getByText('espera que una persona autorice').waitFor()
    await page.getByRole('button', { name: 'Autorizar' }).click()
    await page.getByText(`admin autorizó a DIV`).waitFor()
    await page.getByRole('article', { name: 'saludar' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/mcp/${id}`)
    await page.getByRole('button', { name: 'Olvidar' }).click()
    await page.getByText('espera que una persona autorice').waitFor()
  })
})
