import { CLAVE, startProveedor } from '@div/servidores/testing-ia'
import { addColeccion } from './colecciones-rag.ts'
import type { Product } from './product.ts'
import { idOf } from './publish-proceso.ts'

const RESPUESTA = `Se anula con un **abono** por el mismo importe [1]. Los de este mes:

| Factura | Importe | Motivo |
|---|---:|---|
| F-2041 | 120,50 € | Devolución |
| F-2057 | 89,00 € | Error en el precio |

\`\`\`grafico
{"tipo": "areas", "titulo": "Abonos por mes", "x": "mes", "series": [{"campo": "total", "nombre": "Importe"}], "datos": [{"mes": "agosto", "total": 310}, {"mes": "septiembre", "total": 180}, {"mes": "octubre", "total": 260}, {"mes": "noviembre", "total": 209.5}]}
\`\`\`

Para consultarlos en un proceso:

\`\`\`sql
select numero, importe from abonos where fecha >= :desde
\`\`\``

/** One in which something was asked and answered; the service that answered is gone again. */
export async function addConversacion(product: Product): Promise<string> {
  const known = (await product.api('GET', '/ai/conversaciones')).json as { id: string }[]
  if (known[0]) return known[0].id
  const proveedor = await startProveedor()
  proveedor.say({ texto: RESPUESTA, tokens: { entrada: 812, salida: 240 } })
  const servidor = await product.api('POST', '/servidores', {
    nombre: 'Modelos',
    tipoServidor: 'openai',
    permitirRedPrivada: true,
    config: { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modelo: 'chico' },
  })
  const conversacion = await product.api('POST', '/ai/conversaciones', {
    servidorId: idOf(servidor.json),
    colecciones: [await addColeccion(product)],
  })
  const id = idOf(conversacion.json)
  const pregunta = { texto: '¿Cómo se anula una factura? Enséñame los abonos de este mes.' }
  await fetch(`${product.apiUrl}/ai/conversaciones/${id}/mensajes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(pregunta),
  }).then((answer) => answer.text())
  await proveedor.close()
  return id
}
