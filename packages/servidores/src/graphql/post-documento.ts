import type { HttpResponse } from '../define-servidor.ts'
import type { HttpService } from '../http/http-service.ts'

/** GraphQL over HTTP: services of both of its media types answer this. */
const ACCEPT = 'application/graphql-response+json, application/json;q=0.9'

export function postDocumento(
  http: HttpService,
  url: string,
  { body, headers, signal }: { body: string; headers: Record<string, string>; signal: AbortSignal },
): Promise<HttpResponse> {
  return http.request(
    {
      metodo: 'POST',
      // A base address loses its last slash, which means something to some services.
      ruta: url.endsWith('/') ? '/' : '',
      consulta: '',
      headers: { accept: ACCEPT, 'content-type': 'application/json', ...headers },
      body,
    },
    signal,
  )
}
