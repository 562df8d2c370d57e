import type { Comprobacion, VeredictoDeAuditoria } from '@div/contract'

/** What the product knows of itself at one moment. */
export interface Facts {
  /** The file with the first password is still there. */
  adminInicial: boolean
  claveMaestra: 'ajuste' | 'junto-a-los-datos' | 'archivo'
  /** Others of the machine may read the file of the key; null: there is no file, or the system has no such rights. */
  claveLegible: boolean | null
  /** Others of the machine may enter the data folder; null as above. */
  datosLegibles: boolean | null
  host: string
  proxies: number
  origenesWeb: readonly string[]
  /** Of the database, when it is reached over the network without TLS; null otherwise. */
  baseDeDatosSinTls: string | null
  servidoresRedPrivada: readonly string[]
  canalesRedPrivada: readonly string[]
  canalesPublicos: readonly string[]
  tokensSinVencimiento: readonly string[]
  tokensParaTodo: readonly string[]
  usuariosSinEntrar: readonly string[]
  diasSinEntrar: number
  administradores: number
  auditoria: Pick<VeredictoDeAuditoria, 'integra' | 'primeraAlterada'>
  /** How far this machine's clock is from the database's. */
  relojMs: number
  /** Folders of SQLite that hold the data folder, and with it the key. */
  sqliteSobreDatos: readonly string[]
  /** Folders of SQLite that anybody of the machine may write. */
  sqliteAbiertas: readonly string[]
  ejemplos: readonly string[]
  ultimaCopia: Date | null
  now: Date
}

const LOOPBACK = /^(?:localhost|127\.|\[?::1\]?$)/
const CLOCK_WARN_MS = 2_000
const CLOCK_FAIL_MS = 60_000
const COPY_DAYS = 30
const DAY_MS = 86_400_000
const MAX_NAMED = 5

type Judged = Omit<Comprobacion, 'id' | 'titulo'>

/** Judges each fact by itself. What is all right says so: a list that only complains tells nobody what was looked at. */
export function checkSeguridad(facts: Facts): Comprobacion[] {
  return Object.entries(CHECKS).map(([id, { titulo, judge }]) => ({ id, titulo, ...judge(facts) }))
}

const CHECKS: Readonly<Record<string, { titulo: string; judge(facts: Facts): Judged }>> = {
  'admin-inicial': {
    titulo: 'Contraseña del primer administrador',
    judge: ({ adminInicial, host }) =>
      adminInicial
        ? {
            estado: isLocal(host) ? 'aviso' : 'falla',
            detalle: 'La contraseña inicial sigue en admin-inicial.txt, en la carpeta de datos.',
            queHacer: 'Entre como admin y cámbiela en su perfil: el archivo se borra solo.',
          }
        : ok('El archivo con la contraseña inicial ya no está.'),
  },
  'clave-maestra': { titulo: 'Clave maestra', judge: judgeKey },
  'carpeta-datos': {
    titulo: 'Carpeta de datos',
    judge: ({ datosLegibles }) =>
      datosLegibles
        ? {
            estado: 'aviso',
            detalle: 'Otros usuarios de este equipo pueden entrar en la carpeta de datos.',
            queHacer: 'Quite el acceso a los demás (chmod 700).',
          }
        : ok('Otros usuarios de este equipo no entran en la carpeta de datos.'),
  },
  escucha: {
    titulo: 'Direcciones en las que se escucha',
    judge({ host, proxies }) {
      if (isLocal(host)) return ok('Se escucha solo en este equipo.')
      if (proxies > 0) return ok(`Se escucha en ${host}, detrás de un proxy de confianza.`)
      return {
        estado: 'falla',
        detalle: `Se escucha en ${host} sin TLS: las contraseñas y los tokens viajan sin cifrar.`,
        queHacer: 'Ponga delante un proxy con TLS y declárelo en DIV_PROXIES_DE_CONFIANZA.',
      }
    },
  },
  'origenes-web': {
    titulo: 'Orígenes web que leen el motor',
    judge: ({ origenesWeb }) =>
      origenesWeb.includes('*')
        ? {
            estado: 'falla',
            detalle: 'Cualquier página web puede pedir el estado del motor.',
            queHacer: 'Escriba los orígenes uno a uno en DIV_WEB_ORIGINS.',
          }
        : ok(`Solo ${listNames(origenesWeb)}.`),
  },
  'base-de-datos': {
    titulo: 'Conexión con la base de datos',
    judge: ({ baseDeDatosSinTls }) =>
      baseDeDatosSinTls === null
        ? ok('Está en este equipo o se alcanza con TLS.')
        : {
            estado: 'aviso',
            detalle: `La base de datos está en ${baseDeDatosSinTls} y la dirección no pide TLS.`,
            queHacer: 'Añada sslmode=verify-full a DIV_DATABASE_URL.',
          },
  },
  'red-privada': {
    titulo: 'Acceso a la red privada',
    judge: ({ servidoresRedPrivada, canalesRedPrivada }) =>
      judgeNames([...servidoresRedPrivada, ...canalesRedPrivada], {
        none: 'Nada de lo activo puede alcanzar la red privada.',
        some: 'Pueden alcanzar la red privada',
        queHacer: 'Compruebe que cada uno lo necesita y quite el permiso a los demás.',
      }),
  },
  'canales-publicos': {
    titulo: 'Canales públicos',
    judge: ({ canalesPublicos }) =>
      judgeNames(canalesPublicos, {
        none: 'Todos los canales activos piden una credencial.',
        some: 'Contestan a cualquiera',
        queHacer: 'Pídales un token si sus datos no son públicos.',
      }),
  },
  'tokens-sin-vencimiento': {
    titulo: 'Tokens sin vencimiento',
    judge: ({ tokensSinVencimiento }) =>
      judgeNames(tokensSinVencimiento, {
        none: 'Todos los tokens vencen.',
        some: 'No vencen nunca',
        queHacer: 'Póngales una fecha y rótelos antes de ella.',
      }),
  },
  'tokens-todos-los-canales': {
    titulo: 'Tokens para todos los canales',
    judge: ({ tokensParaTodo }) =>
      judgeNames(tokensParaTodo, {
        none: 'Cada token abre solo los canales que nombra.',
        some: 'Abren todos los canales, también los que se creen después',
        queHacer: 'Elija los canales de cada uno.',
      }),
  },
  'usuarios-sin-entrar': {
    titulo: 'Usuarios que no entran',
    judge: ({ usuariosSinEntrar, diasSinEntrar }) =>
      judgeNames(usuariosSinEntrar, {
        none: `Todos los usuarios activos entraron en los últimos ${diasSinEntrar} días.`,
        some: `Llevan más de ${diasSinEntrar} días sin entrar`,
        queHacer: 'Desactive a quien ya no lo necesita.',
      }),
  },
  administradores: {
    titulo: 'Administradores',
    judge: ({ administradores }) =>
      administradores > 1
        ? ok(`Hay ${administradores} administradores activos.`)
        : {
            estado: 'aviso',
            detalle: 'Hay un solo administrador activo: sin él nadie puede administrar.',
            queHacer: 'Nombre a otro.',
          },
  },
  auditoria: {
    titulo: 'Cadena de la auditoría',
    judge: ({ auditoria: { integra, primeraAlterada } }) =>
      integra
        ? ok('Las últimas entradas encajan una con otra. La cadena entera se comprueba en Auditoría.')
        : {
            estado: 'falla',
            detalle: `La entrada ${primeraAlterada ?? 'última'} no encaja con la anterior: alguien cambió la base de datos por fuera.`,
            queHacer: 'Compare con una copia y averigüe quién tiene acceso a la base de datos.',
          },
  },
  reloj: {
    titulo: 'Reloj',
    judge({ relojMs }) {
      const apart = Math.abs(relojMs)
      const detalle = `El reloj de este equipo y el de la base de datos difieren ${formatMs(apart)}.`
      if (apart < CLOCK_WARN_MS) return ok(detalle)
      const queHacer = 'Sincronice los relojes (NTP): de ellos dependen los vencimientos y las tareas.'
      return { estado: apart < CLOCK_FAIL_MS ? 'aviso' : 'falla', detalle, queHacer }
    },
  },
  'carpetas-sqlite': { titulo: 'Carpetas de SQLite', judge: judgeSqlite },
  ejemplos: {
    titulo: 'Datos de ejemplo',
    judge: ({ ejemplos }) =>
      judgeNames(ejemplos, {
        none: 'No hay canales de ejemplo activos.',
        some: 'Siguen publicados los ejemplos',
        queHacer: 'Desactívelos o elimínelos en producción.',
      }),
  },
  copia: {
    titulo: 'Copia de las definiciones',
    judge({ ultimaCopia, now }) {
      const days = ultimaCopia === null ? null : Math.floor((now.getTime() - ultimaCopia.getTime()) / DAY_MS)
      if (days !== null && days <= COPY_DAYS) return ok(`La última se hizo hace ${days} días.`)
      return {
        estado: 'aviso',
        detalle: days === null ? 'No se ha hecho ninguna.' : `La última se hizo hace ${days} días.`,
        queHacer: 'Haga una en esta página y guárdela en otro lugar.',
      }
    },
  },
}

function judgeKey({ claveMaestra, claveLegible }: Facts): Judged {
  if (claveLegible) {
    return {
      estado: 'falla',
      detalle: 'Otros usuarios de este equipo pueden leer el archivo de la clave maestra.',
      queHacer: 'Deje que solo lo lea el usuario que ejecuta DIV (chmod 600).',
    }
  }
  switch (claveMaestra) {
    case 'archivo':
      return ok('Está en un archivo aparte de los datos.')
    case 'ajuste':
      return {
        estado: 'aviso',
        detalle: 'Está en DIV_MASTER_KEY: la ve quien pueda leer el entorno del proceso.',
        queHacer: 'Póngala en un archivo y nómbrelo en DIV_MASTER_KEY_FILE.',
      }
    case 'junto-a-los-datos':
      return {
        estado: 'aviso',
        detalle: 'Está en la carpeta de datos: quien copie la carpeta puede abrir los secretos.',
        queHacer: 'Muévala a otro lugar y nómbrelo en DIV_MASTER_KEY_FILE.',
      }
  }
}

function judgeSqlite({ sqliteSobreDatos, sqliteAbiertas }: Facts): Judged {
  if (sqliteSobreDatos.length > 0) {
    return {
      estado: 'falla',
      detalle: `Desde un servidor SQLite se alcanza la carpeta de datos: ${listNames(sqliteSobreDatos)}.`,
      queHacer: 'Elija en DIV_SQLITE_DIRS carpetas que no la contengan.',
    }
  }
  return judgeNames(sqliteAbiertas, {
    none: 'Solo contienen bases de datos, y no las escribe cualquiera.',
    some: 'Cualquiera de este equipo puede escribir en',
    queHacer: 'Quite el permiso de escritura a los demás.',
  })
}

function judgeNames(
  names: readonly string[],
  { none, some, queHacer }: { none: string; some: string; queHacer: string },
): Judged {
  return names.length === 0
    ? ok(none)
    : { estado: 'aviso', detalle: `${some}: ${listNames(names)}.`, queHacer }
}

function ok(detalle: string): Judged {
  return { estado: 'ok', detalle, queHacer: null }
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${shown} y ${names.length - MAX_NAMED} más` : shown
}

function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1).replace('.', ',')} s`
}

function isLocal(host: string): boolean {
  return LOOPBACK.test(host)
}
