import { quoteForShell } from '../../../shared/canales/curl.ts'
import { flattenCuerpo, hasTipo, type Pieza } from './flatten-cuerpo.ts'
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

function writeCurl(solicitud: SolicitudHttp): string {
  const { metodo, url, cabeceras } = solicitud
  const options = [
    // Brackets and braces would stand for many addresses.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    metodo === 'HEAD' ? '--head' : `-X ${metodo}`,
    // A header without a value is one that curl would leave out.
    ...cabeceras.map(
      ([nombre, valor]) => `-H ${quoteForShell(valor === '' ? `${nombre};` : `${nombre}: ${valor}`)}`,
    ),
    ...curlBody(solicitud),
  ]
  return [`curl -i ${quoteForShell(url)}`, ...options].join(' \\\n  ')
}

function curlBody({ cabeceras, cuerpo, campos }: SolicitudHttp): string[] {
  if (campos) {
    return campos.map(({ nombre, contenido }) => {
      if (typeof contenido === 'string') return `--form-string ${quoteForShell(`${nombre}=${contenido}`)}`
      const path = `"${contenido.archivo.replace(/[\\"]/g, String.raw`\$&`)}"`
      return `-F ${quoteForShell(`${nombre}=@${path};type=application/octet-stream`)}`
    })
  }
  if (cuerpo === null) return []
  // Without one of them, curl would say that it is a form.
  return [...(hasTipo(cabeceras) ? [] : [`-H 'Content-Type:'`]), `--data-raw ${quoteForShell(cuerpo)}`]
}

function writeJavaScript(solicitud: SolicitudHttp): string {
  const { metodo, url, cabeceras, cuerpo } = flattenCuerpo(solicitud)
  return lines(
    ...(cuerpo?.some((pieza) => typeof pieza !== 'string')
      ? [`import { readFile } from 'node:fs/promises'`, '']
      : []),
    `const respuesta = await fetch(${quote(url)}, {`,
    `  method: ${quote(metodo)},`,
    ...(cabeceras.length === 0
      ? []
      : [
          '  headers: [',
          ...cabeceras.map(([nombre, valor]) => `    [${quote(nombre)}, ${quote(valor)}],`),
          '  ],',
        ]),
    ...(cuerpo === null ? [] : [`  body: ${javaScriptBody(cuerpo, hasTipo(cabeceras))},`]),
    '})',
    'console.log(respuesta.status, await respuesta.text())',
  )
}

/** Of a Blob, fetch says no media type on its own. */
function javaScriptBody(cuerpo: readonly Pieza[], isTyped: boolean): string {
  const [only] = cuerpo
  if (isTyped && cuerpo.length === 1 && typeof only === 'string') return quote(only)
  return `new Blob([${each(cuerpo, quote, (archivo) => `await readFile(${quote(archivo)})`).join(', ')}])`
}

/** Its pieces as expressions of a language. */
function each(
  cuerpo: readonly Pieza[],
  writeText: (text: string) => string,
  writeArchivo: (archivo: string) => string,
): string[] {
  return cuerpo.map((pieza) => (typeof pieza === 'string' ? writeText(pieza) : writeArchivo(pieza.archivo)))
}

function writePython(solicitud: SolicitudHttp): string {
  const { metodo, url, cabeceras, cuerpo } = flattenCuerpo(solicitud)
  const pieces = each(
    cuerpo ?? [],
    (text) => `${quote(text)}.encode("utf-8")`,
    (archivo) => `open(${quote(archivo)}, "rb").read()`,
  )
  return lines(
    'import urllib.error',
    'import urllib.request',
    '',
    'solicitud = urllib.request.Request(',
    `    ${quote(url)},`,
    ...(cuerpo === null ? [] : [`    data=${pieces.join(' + ')},`]),
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
function writeCSharp(solicitud: SolicitudHttp): string {
  const { metodo, url, cabeceras, cuerpo } = flattenCuerpo(solicitud)
  const pieces = each(
    cuerpo ?? [],
    (text) => `Encoding.UTF8.GetBytes(${quote(text)})`,
    (archivo) => `File.ReadAllBytes(${quote(archivo)})`,
  )
  const [only] = pieces
  const bytes =
    pieces.length === 1 ? only : `new[] { ${pieces.join(', ')} }.SelectMany(parte => parte).ToArray()`
  const ofBody = cabeceras.filter(([nombre]) => /^content-/i.test(nombre))
  const others = cabeceras.filter(([nombre]) => !/^content-/i.test(nombre))
  return lines(
    'using System;',
    ...(pieces.length > 1 ? ['using System.IO;', 'using System.Linq;'] : []),
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
          `            solicitud.Content = new ByteArrayContent(${bytes});`,
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

function writeJava(solicitud: SolicitudHttp): string {
  const { metodo, url, cabeceras, cuerpo } = flattenCuerpo(solicitud)
  const publishers = each(
    cuerpo ?? [],
    (text) => `HttpRequest.BodyPublishers.ofString(${quote(text)})`,
    (archivo) => `HttpRequest.BodyPublishers.ofFile(Path.of(${quote(archivo)}))`,
  )
  const [only = 'HttpRequest.BodyPublishers.noBody()'] = publishers
  const publisher =
    publishers.length > 1 ? `HttpRequest.BodyPublishers.concat(${publishers.join(', ')})` : only
  return lines(
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(publishers.length > 1 ? ['import java.nio.file.Path;'] : []),
    '',
    'class Main {',
    '    public static void main(String[] args) throws Exception {',
    `        var solicitud = HttpRequest.newBuilder(URI.create(${quote(escapeForUri(url))}))`,
    `            .method(${quote(metodo)}, ${publisher})`,
    ...cabeceras.map(([nombre, valor]) => `            .header(${quote(nombre)}, ${quote(valor)})`),
    '            .build();',
    '        var respuesta = HttpClient.newHttpClient().send(solicitud, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(respuesta.statusCode() + " " + respuesta.body());',
    '    }',
    '}',
  )
}

function writePhp(solicitud: SolicitudHttp): string {
  const { metodo, url, cabeceras, cuerpo } = flattenCuerpo(solicitud)
  const pieces = each(cuerpo ?? [], quotePhp, (archivo) => `file_get_contents(${quotePhp(archivo)})`)
  return lines(
    '<?php',
    '$contexto = stream_context_create(["http" => [',
    `    "method" => ${quotePhp(metodo)},`,
    '    "header" => [',
    ...cabeceras.map(([nombre, valor]) => `        ${quotePhp(`${nombre}: ${valor}`)},`),
    '    ],',
    ...(cuerpo === null ? [] : [`    "content" => ${pieces.join(' . ')},`]),
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

/** A return that stands in a program as it is, whoever copies it may lose. */
function quotePhp(text: string): string {
  if (text.includes('\r'))
    return `"${text
      .replace(/[\\"$]/g, String.raw`\$&`)
      .replaceAll('\r', String.raw`\r`)
      .replaceAll('\n', String.raw`\n`)}"`
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`
}
