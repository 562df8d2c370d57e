import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import classes from './buscador.module.css'
import { type Entrada, type Hallazgo, search } from './search.ts'

const loadIndice = () => import('./indice.ts')

/** The search over all pages. */
export function Buscador({ isLarge = false }: { isLarge?: boolean }) {
  const [consulta, setConsulta] = useState('')
  const [entradas, setEntradas] = useState<readonly Entrada[]>([])
  const asked = useDeferredValue(consulta)
  const box = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const hallazgos = useMemo(() => search(entradas, asked), [entradas, asked])
  const isOpen = asked.trim() !== '' && entradas.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went to a finding has found it.
  useEffect(() => setConsulta(''), [key])

  /** From the field to the findings and back. */
  function walk(event: KeyboardEvent) {
    if (event.key === 'Escape') setConsulta('')
    const step = STEPS[event.key]
    if (step === undefined) return
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    event.preventDefault()
    stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
  }

  return (
    <search ref={box} className={classes.box} data-large={isLarge || undefined} onKeyDown={walk}>
      <TextInput
        type="search"
        size={isLarge ? 'lg' : 'sm'}
        aria-label="Buscar en la documentación"
        placeholder="Buscar en la documentación…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={consulta}
        onFocus={() => void loadIndice().then(({ INDICE }) => setEntradas(INDICE))}
        onChange={({ currentTarget }) => setConsulta(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') box.current?.querySelector<HTMLElement>('a')?.click()
        }}
      />
      {isOpen && <Hallazgos hallazgos={hallazgos} />}
    </search>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function Hallazgos({ hallazgos }: { hallazgos: readonly Hallazgo[] }) {
  return (
    <section className={classes.results} aria-label="Resultados">
      <p className={classes.count} role="status">
        {hallazgos.length === 0
          ? 'Nada dice todas esas palabras. Pruebe con menos, o con otras.'
          : countOf(hallazgos.length)}
      </p>
      <ul>
        {hallazgos.map(({ direccion, pagina, titulo, extracto }) => (
          <li key={direccion}>
            <Link to={direccion}>
              <span className={classes.title}>{titulo}</span>
              {titulo !== pagina && <span className={classes.page}>{pagina}</span>}
              <span className={classes.excerpt}>
                {extracto.map((piece, index) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place alone
                  index % 2 === 1 ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function countOf(total: number): string {
  return total === 1 ? 'Un resultado' : `${total} resultados`
}
