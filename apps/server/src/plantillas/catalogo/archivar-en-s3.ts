import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, entrada, salida, transform } from '../write-flujo.ts'

export default definePlantilla('archivar-en-s3', {
  nombre: 'Archivar documentos en S3',
  resumen:
    'Guarda un documento por año y mes bajo su huella, sin escribirlo dos veces, y da una dirección temporal.',
  categoria: 'archivos',
  propuesta: { por: 'canal', texto: 'Un canal REST, en POST /documentos.' },
  servidores: { archivo: { nombre: 'Archivo (S3)', tipos: ['s3'], uso: 'El bucket del archivo' } },
  nodos: [
    entrada([
      dato('fecha', 'fecha', '2026-03-09'),
      dato('tipo', 'texto', 'factura', { validacion: { patron: '[a-z]+' } }),
      dato('documento', 'texto', 'Factura 12'),
    ]),
    transform('sitio', 'Dónde va', {
      campos: {
        huella: '=SHA256(entrada.documento)',
        carpeta: '=FORMATO_FECHA(entrada.fecha; "aaaa/mm")',
      },
    }),
    call('escrito', 'Escribirlo', {
      a: 'archivo.objeto',
      objeto: {
        operacion: 'escribir',
        ruta: '{tipo}/{carpeta}/{huella}.txt',
        formato: 'texto',
        tipoContenido: 'text/plain; charset=utf-8',
        metadatos: { tipo: '{tipo}' },
      },
      con: {
        tipo: '=entrada.tipo',
        carpeta: '=sitio.carpeta',
        huella: '=sitio.huella',
        contenido: '=entrada.documento',
      },
    }),
    call('direccion', 'Dirección temporal', {
      a: 'archivo.objeto',
      objeto: { operacion: 'direccion', ruta: '{tipo}/{carpeta}/{huella}.txt', segundos: 900 },
      con: { tipo: '=entrada.tipo', carpeta: '=sitio.carpeta', huella: '=sitio.huella' },
    }),
    salida('respuesta', 'Archivado', {
      estado: 201,
      campos: {
        'ruta:texto': '=entrada.tipo & "/" & sitio.carpeta & "/" & sitio.huella & ".txt"',
        'direccion:texto': '=direccion.url',
      },
    }),
  ],
  conexiones: ['entrada > sitio > escrito > direccion > respuesta'],
  casos: [
    {
      nombre: 'Una factura de marzo',
      entrada: { fecha: '2026-03-09', tipo: 'factura', documento: 'hola' },
      fijados: { escrito: { ruta: 'x' }, direccion: { url: 'https://archivo.example/x' } },
      espera: [
        201,
        {
          ruta: 'factura/2026/03/b221d9dbb083a7f33428d7c2a3c3198ae925614d70210e28716ccaa7cd4ddb79.txt',
          direccion: 'https://archivo.example/x',
        },
      ],
    },
  ],
})
