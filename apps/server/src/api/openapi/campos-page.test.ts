import {
  agenteSchema,
  aiCapabilitySchema,
  aiContextoSchema,
  ajustesAsincronosSchema,
  ajustesDeTrazabilidadSchema,
  ajustesSchema,
  alertaSchema,
  asignacionSchema,
  calendarioSchema,
  cambioDePasswordSchema,
  casoDePruebaSchema,
  categoriaSchema,
  claveDeApiSchema,
  coleccionDeRagSchema,
  entornoDivSchema,
  fuenteDeRagSchema,
  notaDeVersionSchema,
  parametroCompartidoSchema,
  perfilSchema,
  precioSchema,
  preguntaDeRagSchema,
  presupuestoSchema,
  procesoSchema,
  servidorSchema,
  tablaSchema,
  tareaSchema,
  tokenSchema,
  usuarioSchema,
} from '@div/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Schema, writeFields } from './testing-fields.ts'

interface Formulario {
  /** The resource, or the page of its settings: by it the web application finds the part. */
  ancla: string
  titulo: string
  texto: string
  schema: z.ZodType
  /** Fields that have a page or an editor of their own. */
  sin?: readonly string[]
}

const FORMULARIOS: readonly Formulario[] = [
  {
    ancla: 'procesos',
    titulo: 'Proceso',
    texto: 'Su dibujo está en [el documento de un flujo](nodos.md).',
    schema: procesoSchema,
    sin: ['flujo'],
  },
  {
    ancla: 'publicacion',
    titulo: 'Versión que se publica',
    texto:
      'Publicar guarda lo dibujado como una versión que no cambia: [Versiones](/documentacion/versiones#publicar).',
    schema: notaDeVersionSchema,
  },
  {
    ancla: 'asignaciones',
    titulo: 'Proceso asignado a un canal',
    texto: 'A qué llamada responde cada proceso: [Canales](/docs/canales#crear-y-asignar).',
    schema: asignacionSchema,
    sin: ['procesoId'],
  },
  {
    ancla: 'casos-de-prueba',
    titulo: 'Caso de prueba',
    texto:
      'Una entrada con nombre y lo que debe salir de ella. Se ejecutan en el lienzo, antes de publicar y con [la línea de comandos](/documentacion/linea-de-comandos).',
    schema: casoDePruebaSchema,
  },
  {
    ancla: 'servidores',
    titulo: 'Servidor',
    texto:
      'La conexión de cada tipo, el pool y la resiliencia están en [los campos de los servidores](campos-servidor.md).',
    schema: servidorSchema,
    sin: ['config', 'pool', 'resiliencia'],
  },
  {
    ancla: 'tareas-programadas',
    titulo: 'Tarea programada',
    texto:
      'Cómo se usa está en [Tareas programadas](/documentacion/tareas-programadas); las opciones de cada evento, en [los campos de los servidores](campos-servidor.md).',
    schema: tareaSchema,
  },
  {
    ancla: 'parametros',
    titulo: 'Parámetro',
    texto:
      'Un valor con nombre que las fórmulas leen con `PARAMETRO("nombre")`. Un secreto se cifra y no se vuelve a leer.',
    schema: parametroCompartidoSchema,
  },
  {
    ancla: 'tablas',
    titulo: 'Tabla',
    texto:
      'Datos de referencia que las fórmulas leen con `BUSCAR("tabla"; clave; "columna")`. Una columna que cambia de nombre conserva sus valores. Sus filas se importan de CSV o de XLSX: la primera fila son los nombres de las columnas, y todo se revisa antes de escribir nada.',
    schema: tablaSchema,
  },
  {
    ancla: 'categorias',
    titulo: 'Categoría',
    texto: 'Ordenan servidores, canales, procesos y lo demás en un árbol. No cambian lo que hacen.',
    schema: categoriaSchema,
  },
  {
    ancla: 'tokens',
    titulo: 'Token de acceso',
    texto:
      'Abre los canales de acceso «Token». Se muestra una sola vez, al crearlo o rotarlo: [Seguridad](/documentacion/seguridad).',
    schema: tokenSchema,
  },
  {
    ancla: 'usuarios',
    titulo: 'Usuario',
    texto: 'Lo que puede cada rol está en [Seguridad](/documentacion/seguridad).',
    schema: usuarioSchema,
  },
  {
    ancla: 'perfil',
    titulo: 'Perfil propio',
    texto:
      'Lo que cada persona cambia de su cuenta. El resto lo cambia un administrador en [Usuarios](/usuarios).',
    schema: perfilSchema,
  },
  {
    ancla: 'contrasena',
    titulo: 'Contraseña propia',
    texto: 'Al cambiarla se cierran las demás sesiones de la cuenta y dejan de valer sus claves de API.',
    schema: cambioDePasswordSchema,
  },
  {
    ancla: 'claves-de-api',
    titulo: 'Clave de API',
    texto:
      'Con ella llama un programa a la API de administración en nombre de una persona: [Línea de comandos](/documentacion/linea-de-comandos#antes-de-empezar). Se muestra una sola vez.',
    schema: claveDeApiSchema,
  },
  {
    ancla: 'calendarios',
    titulo: 'Calendario',
    texto: 'Los días en que las tareas no trabajan como los demás.',
    schema: calendarioSchema,
  },
  {
    ancla: 'alertas',
    titulo: 'Alerta',
    texto: 'Qué se vigila y a quién se avisa: [Alertas](/documentacion/alertas).',
    schema: alertaSchema,
  },
  {
    ancla: 'entornos',
    titulo: 'Entorno',
    texto: 'Otro DIV al que se promueven procesos: [Entornos](/documentacion/entornos).',
    schema: entornoDivSchema,
  },
  {
    ancla: 'ai-capabilities',
    titulo: 'Capacidad',
    texto:
      'Lo que un agente o un asistente puede hacer: [Herramientas para asistentes](/documentacion/herramientas-mcp).',
    schema: aiCapabilitySchema,
  },
  {
    ancla: 'ai-agents',
    titulo: 'Agente',
    texto: 'Quién hace cosas con un modelo, y hasta dónde: [Agentes](/documentacion/agentes).',
    schema: agenteSchema,
  },
  {
    ancla: 'rag',
    titulo: 'Colección de documentos',
    texto: 'Qué se lee, cómo se corta y cómo se busca: [RAG](/docs/rag).',
    schema: coleccionDeRagSchema,
  },
  {
    ancla: 'rag-fuentes',
    titulo: 'Fuente de documentos',
    texto:
      'Páginas web o una consulta de las que una colección toma documentos: [RAG](/docs/rag#fuentes-que-se-leen-solas).',
    schema: fuenteDeRagSchema,
  },
  {
    ancla: 'rag-preguntas',
    titulo: 'Pregunta de evaluación',
    texto:
      'Lo que una colección debe encontrar, para medir cómo busca: [RAG](/docs/rag#evaluar-como-se-busca).',
    schema: preguntaDeRagSchema,
  },
  {
    ancla: 'ai-contexts',
    titulo: 'Contexto',
    texto:
      'Lo que se le dice a un modelo antes de preguntarle, escrito una vez: [Contextos](/documentacion/ia-contextos).',
    schema: aiContextoSchema,
  },
  {
    ancla: 'ai/budget',
    titulo: 'Presupuesto',
    texto:
      'Cuánto se puede gastar en modelos: [Lo que cuesta la inteligencia artificial](/documentacion/ia-presupuesto).',
    schema: presupuestoSchema,
  },
  {
    ancla: 'ai/pricing',
    titulo: 'Precio',
    texto:
      'Lo que cuesta un modelo desde un día. El que vale en cada llamada lo dice [Lo que cuesta la inteligencia artificial](/documentacion/ia-presupuesto#los-precios).',
    schema: precioSchema,
  },
  {
    ancla: 'cola',
    titulo: 'Ajustes de la cola',
    texto: 'Cómo se trabaja lo que se acepta y se ejecuta después: [Pool asíncrono](/docs/pool-asincrono).',
    schema: ajustesAsincronosSchema,
  },
  {
    ancla: 'trazabilidad',
    titulo: 'Trazabilidad',
    texto: 'Qué queda de cada ejecución, y cuánto tiempo.',
    schema: ajustesDeTrazabilidadSchema,
  },
  {
    ancla: 'configuracion',
    titulo: 'Configuración del producto',
    texto: 'Lo que se deja vacío toma el valor con que arrancó el producto: [Ajustes](settings.md).',
    schema: ajustesSchema,
  },
]

test('docs/generated/campos.md lists the fields of every form', async () => {
  await expect(`${writePage()}\n`).toMatchFileSnapshot('../../../../../docs/generated/campos.md')
})

function writePage(): string {
  return [
    '# Campos de los formularios',
    '<!-- Escrito por apps/server/src/api/openapi/campos-page.test.ts -->',
    'Con los nombres que tienen en la API y los rótulos de su formulario. **F1** en un campo lleva a su línea. Los de un canal están en [Canales](/docs/canales#canal).',
    ...FORMULARIOS.map(writeFormulario),
  ].join('\n\n')
}

function writeFormulario({ ancla, titulo, texto, schema, sin }: Formulario): string {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return [`## ${titulo} {#${ancla}}`, texto, writeFields(described, sin)].join('\n\n')
}
