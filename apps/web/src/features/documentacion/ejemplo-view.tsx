import { CopyButton } from '@div/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../shared/save-file.ts'
import classes from './bloque.module.css'

const NAMES: Readonly<Record<string, string>> = {
  http: 'Petición',
  sh: 'Terminal',
  sql: 'SQL',
  json: 'JSON',
  xml: 'XML',
}
/** By the first word of what an example is. */
const ROLES: Readonly<Record<string, string>> = {
  paquete: 'Proceso para importar',
  datos: 'Datos de los ejemplos',
  servidor: 'Servidor',
  canal: 'Ajustes del canal',
  estado: 'Estado de la ejecución',
  filas: 'Filas',
  respuesta: 'Respuesta',
}

interface EjemploViewProps {
  lenguaje: string
  papel: string
  codigo: string
}

/** Something to be copied; a proceso can be taken as the file that is imported. */
export function EjemploView({ lenguaje, papel, codigo }: EjemploViewProps) {
  const name = nameOf(lenguaje, papel)
  return (
    <figure className={classes.example}>
      <figcaption>
        <span>{name}</span>
        <span className={classes.tool}>
          {papel.startsWith('paquete') && (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => saveFile(fileNameOf(codigo), new Blob([codigo], { type: 'application/json' }))}
            >
              Descargar
            </Button>
          )}
          <CopyButton value={codigo} variant="subtle" size="compact-xs" />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys too */}
      <pre tabIndex={0}>
        <code>{codigo}</code>
      </pre>
    </figure>
  )
}

function nameOf(lenguaje: string, papel: string): string {
  const [role = '', ...rest] = papel.split(' ')
  const detail = role === 'estado' || role === 'consulta' ? [] : rest
  return [ROLES[role] ?? NAMES[lenguaje] ?? 'Texto', ...detail].join(' ')
}

function fileNameOf(paquete: string): string {
  const { proceso } = JSON.parse(paquete) as { proceso: { nombre: string } }
  return `${proceso.nombre}.json`
}
