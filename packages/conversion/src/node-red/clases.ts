import { CAMPOS } from './clases/campos.ts'
import { PRINCIPIOS } from './clases/principios.ts'
import { SERIES } from './clases/series.ts'
import { SERVICIOS } from './clases/servicios.ts'
import type { ClaseDeNodeRed } from './traduccion-node-red.ts'

const noTomado = (mensaje: string): ClaseDeNodeRed => ({ veredicto: 'noTomado', mensaje })
const servidor = (tipo: string): ClaseDeNodeRed => ({
  veredicto: 'tomado',
  mensaje: `Es un servidor ${tipo} que hay que crear.`,
})
const ENLACE: ClaseDeNodeRed = { veredicto: 'tomado', mensaje: 'Un cable: no se dibuja.' }

/** Every kind of entry of Node-RED that is known, for the conversion and for its page of the documentation. */
export const CLASES_DE_NODE_RED: Readonly<Record<string, ClaseDeNodeRed>> = {
  ...PRINCIPIOS,
  ...CAMPOS,
  ...SERIES,
  ...SERVICIOS,
  'link in': ENLACE,
  'link out': ENLACE,
  'link call': ENLACE,
  debug: { veredicto: 'tomado', mensaje: 'No se dibuja: la traza muestra lo que pasa por cada nodo.' },
  comment: { veredicto: 'tomado', mensaje: 'Una nota del lienzo.' },
  subflow: { veredicto: 'tomado', mensaje: 'Un proceso aparte, al que llaman sus usos.' },
  tab: { veredicto: 'tomado', mensaje: 'Una pestaña: cada flujo suyo que está unido es un proceso.' },
  group: noTomado('Los marcos no se traen: cada proceso se coloca de nuevo.'),
  'mqtt-broker': servidor('MQTT'),
  MySQLdatabase: servidor('MySQL'),
  postgreSQLConfig: servidor('PostgreSQL'),
  function: noTomado(
    'Es código, que aquí no se ejecuta: haga lo mismo con una transformación. El código queda en la nota.',
  ),
  exec: noTomado('Ejecutar órdenes del sistema no tiene igual.'),
  'file in': noTomado('Los archivos del equipo no se leen: use un servidor SFTP, FTP o S3.'),
  file: noTomado('Los archivos del equipo no se escriben: use un servidor SFTP, FTP o S3.'),
  rbe: noTomado('Recuerda el mensaje anterior: guarde el último valor en una tabla.'),
  trigger: noTomado('Envía algo y lo cambia pasado un tiempo: use una espera, o una tarea.'),
}
