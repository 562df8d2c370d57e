import { quoteForShell } from '../../../shared/canales/curl.ts'
import { quote } from './quote.ts'
import type { SolicitudHttp } from './solicitud-http.ts'

/** What a call can be copied as: each is a whole program that says what was answered, with nothing but what its language brings along. */
export const LENGUAJES = [
  { value: 'curl', label: 'curl', write: writeCurl },
  { value: 'javascript', label: 'JavaScript', write: writeJavaScript },
  { value: 'python', label: 'Python', write: writePython },
  { value: 'csharp', label: 'C#', write: writeCSharp },
  { value: 'java', label: 'Java', write: writeJava },
  { value: 'php', label: 'PHP', write: writePhp },
] as const
export type Lenguaje = (typeof LENGUAJES)[number]['value']

export function writeCode(lenguaje: Lenguaje, solicitud: SolicitudHttp): string {
  return LENGUAJES.find(({ value }) => value === lenguaje)?.write(solicitud) ?? ''
}

function writeCurl({ metodo, url, cabeceras, cuerpo }: SolicitudHttp): string {
  const options = [
    // Brackets and braces would stand for many addresses.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    metodo === 'HEAD' ? '--head' : `-X ${metodo}`,
    // A header without a value is one that curl would leave out.
    ...cabeceras.map(
      ([nombre, valor]) => `-H ${quoteForShell(valor === '' ? `${nombre};` : `${nombre}: ${valor}`)}`,
    ),
    ...(cuerpo === null ? [] : [`--data-raw ${quoteForShell(cuerpo)}`]),
  ]
  return [`curl -i ${quoteForShell(url)}`, ...options].join(' \\\n  ')
}

function writeJavaScript({ metodo, url, cabeceras, cuerpo }: SolicitudHttp): string {
  return lines(
    `const respuesta = await fetch(${quote(url)}, {`,
    `  method: ${quote(metodo)},`,
    ...(cabeceras.length === 0
      ? []
      : [
          '  headers: [',
          ...cabeceras.map(([nombre, valor]) => `    [${quote(nombre)}, ${quote(valor)}],`),
          '  ],',
        ]),
    ...(cuerpo === null ? [] : [`  body: ${quote(cuerpo)},`]),
    '})',
    'console.log(respuesta.status, await respuesta.text())',
  )
}

function writePython({ metodo, url, cabeceras, cuerpo }: SolicitudHttp): string {
  return lines(
    'import urllib.error',
    'import urllib.request',
    '',
    'solicitud = urllib.request.Request(',
    `    ${quote(url)},`,
    ...(cuerpo === null ? [] : [`    data=${quote(cuerpo)}.encode("utf-8"),`]),
    `    method=${quote(metodo)},`,
    ')',
    ...cabeceras.map(([nombre, valor]) => `solicitud.add_header(${quote(nombre)}, ${quote(valor)})`),
    'try:',
    '    respuesta = urllib.request.urlopen(solicitud)',
    'except urllib.error.HTTPError as error:',
    '    respuesta = error',
    'print(respuesta.status, respuesta.read().decode("utf-8"))',
  )
}

/** As any compiler of it since version 5 takes it, that of .NET Framework and of Mono too. */
function writeCSharp({ metodo, url, cabeceras, cuerpo }: SolicitudHttp): string {
  const ofBody = cabeceras.filter(([nombre]) => /^content-/i.test(nombre))
  const others = cabeceras.filter(([nombre]) => !/^content-/i.test(nombre))
  return lines(
    'using System;',
    'using System.Net.Http;',
    'using System.Text;',
    'using System.Threading.Tasks;',
    '',
    'class Program',
    '{',
    '    static void Main()',
    '    {',
    '        Llamar().GetAwaiter().GetResult();',
    '    }',
    '',
    '    static async Task Llamar()',
    '    {',
    '        using (var cliente = new HttpClient())',
    `        using (var solicitud = new HttpRequestMessage(new HttpMethod(${quote(metodo)}), ${quote(url)}))`,
    '        {',
    ...others.map(
      ([nombre, valor]) =>
        `            solicitud.Headers.TryAddWithoutValidation(${quote(nombre)}, ${quote(valor)});`,
    ),
    ...(cuerpo === null
      ? []
      : [
          `            solicitud.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(${quote(cuerpo)}));`,
          ...ofBody.map(
            ([nombre, valor]) =>
              `            solicitud.Content.Headers.TryAddWithoutValidation(${quote(nombre)}, ${quote(valor)});`,
          ),
        ]),
    '            using (var respuesta = await cliente.SendAsync(solicitud))',
    '            {',
    '                var texto = await respuesta.Content.ReadAsStringAsync();',
    '                Console.WriteLine((int)respuesta.StatusCode + " " + texto);',
    '            }',
    '        }',
    '    }',
    '}',
  )
}

function writeJava({ metodo, url, cabeceras, cuerpo }: SolicitudHttp): string {
  const publisher = cuerpo === null ? 'noBody()' : `ofString(${quote(cuerpo)})`
  return lines(
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    '',
    'class Main {',
    '    public static void main(String[] args) throws Exception {',
    `        var solicitud = HttpRequest.newBuilder(URI.create(${quote(escapeForUri(url))}))`,
    `            .method(${quote(metodo)}, HttpRequest.BodyPublishers.${publisher})`,
    ...cabeceras.map(([nombre, valor]) => `            .header(${quote(nombre)}, ${quote(valor)})`),
    '            .build();',
    '        var respuesta = HttpClient.newHttpClient().send(solicitud, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(respuesta.statusCode() + " " + respuesta.body());',
    '    }',
    '}',
  )
}

function writePhp({ metodo, url, cabeceras, cuerpo }: SolicitudHttp): string {
  return lines(
    '<?php',
    '$contexto = stream_context_create(["http" => [',
    `    "method" => ${quotePhp(metodo)},`,
    '    "header" => [',
    ...cabeceras.map(([nombre, valor]) => `        ${quotePhp(`${nombre}: ${valor}`)},`),
    '    ],',
    ...(cuerpo === null ? [] : [`    "content" => ${quotePhp(cuerpo)},`]),
    '    "ignore_errors" => true,',
    ']]);',
    `echo file_get_contents(${quotePhp(url)}, false, $contexto), "\\n";`,
  )
}

/** What java.net.URI refuses though servers take it; the host of IPv6 and the names of variables stay. */
function escapeForUri(url: string): string {
  const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?]*)?(.*)$/is.exec(url) ?? []
  const escaped = rest.replace(
    /(\{\{[^{}]*\}\})|[[\]{}|^`\\]|%(?![\da-f]{2})/gi,
    (each, name?: string) => name ?? `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${origin}${escaped}`
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`
}

function quotePhp(text: string): string {
  return `'${text.replace(/[\\']/g, (each) => `\\${each}`)}'`
}
