import { dato, definePlantilla } from '../define-plantilla.ts'
import { call, condicion, entrada, join, salida, split } from '../write-flujo.ts'

export default definePlantilla('adjuntos-de-correo', {
  nombre: 'Adjuntos de un buzón a una carpeta',
  resumen: 'Con cada correo que llega guarda sus archivos adjuntos y lo marca como leído.',
  categoria: 'archivos',
  propuesta: { por: 'tarea', texto: 'Una tarea con el evento «Mensaje nuevo» del buzón.' },
  servidores: {
    buzon: { nombre: 'Buzón (IMAP)', tipos: ['imap'], uso: 'El buzón al que llegan los correos' },
    archivos: { nombre: 'Archivos (SFTP)', tipos: ['sftp', 'ftp', 's3'], uso: 'Donde se guardan' },
  },
  nodos: [
    entrada([dato('uid', 'entero', 17)]),
    call('correo', 'Leer el correo', {
      a: 'buzon.mensaje',
      objeto: { operacion: 'leer', carpeta: 'INBOX', uid: '{uid}' },
      con: { uid: '=entrada.uid' },
    }),
    condicion('trae', '¿Trae archivos?', { si: 'CONTAR(correo.adjuntos) > 0' }),
    split('adjuntos', 'Por cada archivo', { lista: 'correo.adjuntos' }),
    call('archivo', 'Guardarlo', {
      a: 'archivos.archivo',
      objeto: { operacion: 'escribir', ruta: 'correo/{uid}-{nombre}', formato: 'binario' },
      con: {
        uid: '=entrada.uid',
        nombre: '=REEMPLAZAR_PATRON(elemento.nombre; "[^A-Za-z0-9._-]"; "_")',
        contenido: '=elemento.contenido',
      },
    }),
    join('guardados', 'Guardados', 'adjuntos', { ruta: '=archivo.ruta' }),
    call('leido', 'Marcarlo como leído', {
      a: 'buzon.mensaje',
      objeto: { operacion: 'marcarLeido', carpeta: 'INBOX', uid: '{uid}' },
      con: { uid: '=entrada.uid' },
    }),
    salida('resumen', 'Guardados', {
      campos: { 'archivos:lista': '=CAMPO(guardados.elementos; "ruta")' },
    }),
    salida('nada', 'No trae nada', { campos: { 'archivos:lista': [] } }),
  ],
  conexiones: [
    'entrada > correo > trae',
    'trae.si > adjuntos',
    'adjuntos.elemento > archivo > guardados > leido > resumen',
    'trae.otro > nada',
  ],
  casos: [
    {
      nombre: 'Un correo con un archivo',
      entrada: { uid: 17 },
      fijados: {
        correo: {
          asunto: 'Factura',
          adjuntos: [{ nombre: 'f 1.pdf', tipo: 'application/pdf', contenido: 'x' }],
        },
        archivo: { ruta: 'correo/17-f_1.pdf', bytes: 1 },
        leido: { afectados: 1 },
      },
      espera: [200, { archivos: ['correo/17-f_1.pdf'] }],
    },
    {
      nombre: 'Un correo sin archivos',
      entrada: { uid: 18 },
      fijados: { correo: { asunto: 'Hola', adjuntos: [] } },
      espera: [200, { archivos: [] }],
    },
  ],
})
