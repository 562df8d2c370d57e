export const GRUPOS = ['Empezar', 'Guías', 'Manual', 'Nodos', 'Referencia'] as const

export interface PaginaInfo {
  ruta: string
  titulo: string
  /** One sentence that says who needs it. */
  resumen: string
  grupo: (typeof GRUPOS)[number]
  /** Its Markdown, from here. */
  archivo: string
  /** What is generated of the same matter, and read behind it. */
  generado?: string
  /** Its formulas can be tried on the page. */
  hasFormulas?: boolean
}

const guia = (nombre: string) => ({ ruta: `/documentacion/${nombre}`, archivo: `./paginas/${nombre}.md` })
const generada = (nombre: string) => `../../../../../docs/generated/${nombre}.md`
const nodo = (tipo: string) => ({
  ruta: `/documentacion/nodo-${tipo}`,
  archivo: `../../../../../packages/nodos/src/${tipo}/${tipo}.md`,
  grupo: 'Nodos' as const,
})

/** Every page there is to read, in the order in which it is offered. */
export const PAGINAS: readonly PaginaInfo[] = [
  {
    ruta: '/documentacion',
    archivo: './paginas/que-es-div.md',
    titulo: 'Qué es DIV',
    resumen: 'Las palabras del producto y cómo se llega de un dibujo a una llamada contestada.',
    grupo: 'Empezar',
  },
  {
    ...guia('primer-canal'),
    titulo: 'Su primer canal en diez minutos',
    resumen: 'De una base de datos a una API REST que contesta, sin escribir código.',
    grupo: 'Empezar',
  },
  {
    ...guia('soap-desde-wsdl'),
    titulo: 'SOAP a partir de un WSDL',
    resumen: 'Llamar a un servicio SOAP ajeno y publicar los procesos propios como SOAP.',
    grupo: 'Guías',
  },
  {
    ...guia('procedimiento-con-out'),
    titulo: 'Un procedimiento con parámetros OUT',
    resumen: 'Llamar a un procedimiento almacenado y usar lo que devuelve.',
    grupo: 'Guías',
  },
  {
    ...guia('transacciones'),
    titulo: 'Transacciones',
    resumen: 'Varias escrituras que se confirman juntas o no dejan rastro.',
    grupo: 'Guías',
  },
  {
    ...guia('dividir-y-unir'),
    titulo: 'Dividir y unir',
    resumen: 'Repetir una parte del proceso por cada elemento de una lista, o ejecutar ramas a la vez.',
    grupo: 'Guías',
  },
  {
    ...guia('errores-y-reintentos'),
    titulo: 'Errores y reintentos',
    resumen: 'Qué pasa cuando algo falla y cómo se decide qué se contesta.',
    grupo: 'Guías',
  },
  {
    ...guia('procesos-durables'),
    titulo: 'Procesos durables',
    resumen: 'Ejecuciones que sobreviven a una caída, esperan días y se deshacen si fallan.',
    grupo: 'Guías',
  },
  {
    ...guia('inteligencia-artificial'),
    titulo: 'Inteligencia artificial en un proceso',
    resumen: 'Preguntar a un modelo: extraer datos de un texto, clasificarlo, generar otro o tener vectores.',
    grupo: 'Guías',
  },
  {
    ...guia('ia-contextos'),
    titulo: 'Contextos',
    resumen:
      'Lo que se le dice a un modelo antes de preguntarle: cómo se escribe, de dónde sale y cuánto ocupa.',
    grupo: 'Guías',
  },
  {
    ...guia('chat'),
    titulo: 'Conversar con un modelo',
    resumen: 'Preguntar a un modelo con archivos y documentos a la vista, y saber qué cuesta cada respuesta.',
    grupo: 'Guías',
  },
  {
    ...guia('ia-presupuesto'),
    titulo: 'Lo que cuesta la inteligencia artificial',
    resumen: 'Precios de los modelos, presupuestos que avisan o cortan, y el libro de cada llamada.',
    grupo: 'Guías',
  },
  {
    ...guia('asistente'),
    titulo: 'El asistente',
    resumen:
      'Describir una integración y ver el proceso propuesto, fórmulas con una frase, y errores explicados.',
    grupo: 'Guías',
  },
  {
    ...guia('tareas-programadas'),
    titulo: 'Tareas programadas',
    resumen: 'Procesos a una hora, cada cierto tiempo o cuando ocurre algo.',
    grupo: 'Guías',
  },
  {
    ...guia('herramientas-mcp'),
    titulo: 'Herramientas para asistentes (MCP)',
    resumen: 'Procesos que un asistente de inteligencia artificial puede usar, y con qué límites.',
    grupo: 'Guías',
  },
  {
    ...guia('servidores-mcp'),
    titulo: 'Herramientas de otros (MCP)',
    resumen: 'Conectar servidores MCP, permitir sus herramientas una a una y usarlas en procesos.',
    grupo: 'Guías',
  },
  {
    ...guia('agentes'),
    titulo: 'Agentes',
    resumen: 'Modelos que hacen cosas en DIV: qué pueden, hasta dónde, y cuándo piden permiso.',
    grupo: 'Guías',
  },
  {
    ...guia('cliente-de-pruebas'),
    titulo: 'El Cliente de Pruebas',
    resumen: 'Llamar a los canales sin salir de DIV, comprobar lo que contestan y medir cuánto tardan.',
    grupo: 'Guías',
  },
  {
    ...guia('seguridad'),
    titulo: 'Seguridad',
    resumen: 'Quién entra, quién llama, qué se cifra y a dónde puede salir el producto.',
    grupo: 'Guías',
  },
  {
    ...guia('operacion'),
    titulo: 'Operación',
    resumen: 'Qué se vigila, cómo se hace una copia y cómo se reinicia sin perder llamadas.',
    grupo: 'Guías',
  },
  {
    ...guia('alertas'),
    titulo: 'Alertas',
    resumen: 'Qué se vigila, a quién se avisa y qué recibe un webhook.',
    grupo: 'Guías',
  },
  {
    ...guia('versiones'),
    titulo: 'Versiones: publicar, comparar y volver atrás',
    resumen: 'El borrador, lo publicado, qué cambió entre dos versiones y cómo se vuelve a una anterior.',
    grupo: 'Guías',
  },
  {
    ...guia('trazas'),
    titulo: 'Seguir una ejecución',
    resumen: 'Encontrar qué pasó con una llamada, leerlo, repetirlo y compararlo.',
    grupo: 'Guías',
  },
  {
    ...guia('entornos'),
    titulo: 'Entornos: de desarrollo a producción',
    resumen: 'Comparar lo publicado con otro DIV y promoverlo, con los servidores y parámetros de allí.',
    grupo: 'Guías',
  },
  {
    ...guia('linea-de-comandos'),
    titulo: 'Línea de comandos',
    resumen: 'Procesos como archivos: exportar, comparar, probar y publicar desde una canalización.',
    grupo: 'Guías',
  },
  {
    ...guia('plantillas'),
    generado: generada('plantillas'),
    titulo: 'Empezar desde una plantilla',
    resumen: 'Procesos que ya funcionan, con sus casos de prueba: qué pide cada uno y cómo se usa.',
    grupo: 'Guías',
  },
  {
    ...guia('traer-flujos'),
    generado: generada('conversion'),
    titulo: 'Traer flujos de otras herramientas',
    resumen: 'Convertir flujos de n8n y de Node-RED, y leer qué se tomó de cada nodo.',
    grupo: 'Guías',
  },
  {
    ruta: '/docs/canales',
    archivo: './paginas/canales.md',
    generado: generada('canales'),
    titulo: 'Canales',
    resumen: 'Publicar procesos como REST o SOAP: direcciones, acceso, límites y respuestas.',
    grupo: 'Manual',
  },
  {
    ruta: '/docs/consumo-servidores',
    archivo: './paginas/consumo-servidores.md',
    generado: generada('operaciones'),
    titulo: 'Consumo de servidores',
    resumen: 'Qué se puede pedir a cada servidor desde un nodo, y qué devuelve.',
    grupo: 'Manual',
  },
  {
    ruta: '/documentacion-transformaciones',
    archivo: './paginas/transformaciones.md',
    titulo: 'Transformaciones y fórmulas',
    resumen: 'El lenguaje de las fórmulas, con ejemplos que se prueban en la página.',
    grupo: 'Manual',
    hasFormulas: true,
  },
  {
    ruta: '/docs/pool-asincrono',
    archivo: './paginas/pool-asincrono.md',
    titulo: 'Pool asíncrono',
    resumen: 'Aceptar ahora y ejecutar después: la cola, sus turnos, sus avisos y lo que se pierde.',
    grupo: 'Manual',
  },
  {
    ruta: '/docs/rag',
    archivo: './paginas/rag.md',
    titulo: 'Buscar en documentos (RAG)',
    resumen: 'Colecciones de documentos: qué se lee, cómo se corta, cómo se busca y quién puede.',
    grupo: 'Manual',
  },
  {
    ...nodo('entrada'),
    titulo: 'Entrada',
    resumen: 'Los datos que recibe el proceso y lo que cumplen.',
  },
  {
    ...nodo('proceso'),
    titulo: 'Proceso',
    resumen: 'Una llamada a un servidor o a otro proceso.',
  },
  {
    ...nodo('transformacion'),
    titulo: 'Transformación',
    resumen: 'Datos nuevos, a partir de los que hay.',
  },
  {
    ...nodo('condicion'),
    titulo: 'Condición',
    resumen: 'Por dónde sigue el proceso.',
  },
  {
    ...nodo('splitter-split'),
    titulo: 'Splitter (dividir)',
    resumen: 'Una vez por cada elemento, o varias ramas a la vez.',
  },
  {
    ...nodo('splitter-join'),
    titulo: 'Splitter (unir)',
    resumen: 'Lo que cierra la división y reúne sus resultados.',
  },
  {
    ...nodo('salida'),
    titulo: 'Salida',
    resumen: 'Lo que se contesta a quien llamó.',
  },
  {
    ruta: '/docs/funciones',
    archivo: generada('funciones'),
    titulo: 'Funciones',
    resumen: 'Todas las funciones de las fórmulas, con ejemplos que se prueban en la página.',
    grupo: 'Referencia',
    hasFormulas: true,
  },
  {
    ruta: '/docs/campos-servidor',
    archivo: generada('campos-servidor'),
    titulo: 'Campos de los servidores',
    resumen: 'Cada ajuste de cada tipo de servidor, de sus objetos y de sus eventos.',
    grupo: 'Referencia',
  },
  {
    ruta: '/documentacion/campos',
    archivo: generada('campos'),
    titulo: 'Campos de los formularios',
    resumen: 'Cada campo de procesos, tablas, parámetros, tokens, usuarios y demás fichas.',
    grupo: 'Referencia',
  },
  {
    ruta: '/documentacion/flujo',
    archivo: generada('nodos'),
    titulo: 'El documento de un flujo',
    resumen: 'El dibujo como documento JSON: nodos, conexiones y sus campos.',
    grupo: 'Referencia',
  },
  {
    ruta: '/documentacion/errores',
    archivo: generada('errors'),
    titulo: 'Errores',
    resumen: 'Cada código de error con su frase y su estado HTTP.',
    grupo: 'Referencia',
  },
  {
    ruta: '/documentacion/ajustes',
    archivo: generada('settings'),
    titulo: 'Ajustes',
    resumen: 'Las variables de entorno del producto y sus límites.',
    grupo: 'Referencia',
  },
  {
    ruta: '/documentacion/api',
    archivo: generada('api'),
    titulo: 'API de administración',
    resumen: 'Todo lo que hace la aplicación se puede hacer por HTTP.',
    grupo: 'Referencia',
  },
]

/** The files of a page, in the order in which they are read. */
export function archivosOf({ archivo, generado }: PaginaInfo): string[] {
  return generado === undefined ? [archivo] : [archivo, generado]
}
