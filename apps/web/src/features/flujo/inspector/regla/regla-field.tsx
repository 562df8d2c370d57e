import type { Nodo } from '@div/contract'
import type { Fila, Regla } from '@div/nodos/catalogo'
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { RowMenu } from '../../../../shared/list/row-menu.tsx'
import { readMapped, withoutAbsent } from '../mapeo/mapped-origen.ts'
import { useNodoData } from '../mapeo/nodo-data.tsx'
import { type Origen, readValor, showValor, wayOf } from '../origen.ts'
import { OrigenField } from '../origen-field.tsx'
import { useRowKeys } from '../use-row-keys.ts'
import { isOperador, operadoresOf } from './operadores.ts'
import classes from './regla.module.css'
import {
  addFila,
  addGroup,
  groupWithNext,
  isGroup,
  isUnary,
  itemsOf,
  moveItem,
  putFila,
  type ReglaPath,
  removeItem,
  setOperador,
  setWord,
  ungroup,
  wordOf,
} from './regla-edit.ts'
import { Verdict } from './verdict.tsx'

interface ReglaFieldProps {
  /** What the rule decides, for who does not see it. */
  label: string
  nodo: Nodo
  regla: Regla
  /** `isStep`: one step of undo of its own. */
  onChange: (regla: Regla, isStep: boolean) => void
  isReadOnly: boolean
}

/** Rows of left, operator and right, joined by Y or O in groups that stand in each other. */
export function ReglaField(props: ReglaFieldProps) {
  return <Grupo {...props} grupo={props.regla} path={[]} />
}

function Grupo({ grupo, path, ...props }: ReglaFieldProps & { grupo: Regla; path: ReglaPath }) {
  const { label, regla, onChange, isReadOnly } = props
  const items = itemsOf(grupo)
  const keyOf = useRowKeys(items)
  const place = path.length === 0 ? label : `${label}, grupo ${path.map((at) => at + 1).join('.')}`
  return (
    <fieldset className={path.length === 0 ? classes.root : classes.group} aria-label={place}>
      {(items.length > 1 || path.length > 0) && (
        <Stack gap={4} mb={6} align="flex-start">
          {path.length > 0 && (
            <Group gap="xs" wrap="nowrap" justify="space-between" w="100%">
              <Verdict regla={grupo} />
              {!isReadOnly && (
                <ItemMenu
                  {...props}
                  label={place}
                  path={path}
                  onUngroup={() => onChange(ungroup(regla, path), true)}
                />
              )}
            </Group>
          )}
          <SegmentedControl
            size="xs"
            aria-label={`Cómo se unen: ${place}`}
            disabled={isReadOnly}
            data={[
              { value: 'y', label: 'Se cumplen todas (Y)' },
              { value: 'o', label: 'Basta una (O)' },
            ]}
            value={wordOf(grupo)}
            onChange={(word) => onChange(setWord(regla, path, word === 'o' ? 'o' : 'y'), true)}
          />
        </Stack>
      )}
      {items.map((item, at) => {
        const inside = [...path, at]
        return isGroup(item) ? (
          <Grupo key={keyOf(at)} {...props} grupo={item} path={inside} />
        ) : (
          <FilaField key={keyOf(at)} {...props} fila={item} path={inside} />
        )
      })}
      {!isReadOnly && (
        <Group gap="xs">
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={12} aria-hidden />}
            onClick={() => onChange(addFila(regla, path), true)}
          >
            Comparación
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={12} aria-hidden />}
            onClick={() => onChange(addGroup(regla, path), true)}
          >
            Grupo
          </Button>
        </Group>
      )}
    </fieldset>
  )
}

function FilaField({ fila, path, ...props }: ReglaFieldProps & { fila: Fila; path: ReglaPath }) {
  const { label, nodo, regla, onChange, isReadOnly } = props
  const { sources } = useNodoData()
  const { izquierda, operador, derecha = {} } = fila
  const name = `${label}, comparación ${path.map((at) => at + 1).join('.')}`
  const put = (next: Fila, isStep: boolean) => onChange(putFila(regla, path, next), isStep)
  const tipo = readMapped(izquierda, sources)?.field?.tipo
  return (
    <div className={classes.fila}>
      <Group gap="xs" wrap="nowrap" justify="space-between" mb={4}>
        <Verdict regla={{ y: [fila] }} />
        {!isReadOnly && <ItemMenu {...props} label={name} path={path} />}
      </Group>
      <OrigenField
        label={`${name}: izquierda`}
        nodo={nodo}
        value={izquierda}
        onChange={(next) => put({ ...fila, izquierda: withoutAbsent(next) }, false)}
        error={undefined}
        isReadOnly={isReadOnly}
      />
      <Select
        size="xs"
        my={6}
        aria-label={`${name}: operador`}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={operadoresOf(tipo, operador)}
        value={operador}
        onChange={(value) => isOperador(value) && put(setOperador(fila, value), true)}
      />
      {!isUnary(operador) && (
        <Derecha
          name={`${name}: derecha`}
          nodo={nodo}
          fila={fila}
          derecha={derecha}
          isLogic={tipo === 'booleano'}
          onChange={(next) => put({ ...fila, derecha: withoutAbsent(next) }, false)}
          isReadOnly={isReadOnly}
        />
      )}
    </div>
  )
}

interface DerechaProps {
  name: string
  nodo: Nodo
  fila: Fila
  derecha: Origen
  isLogic: boolean
  onChange: (derecha: Origen) => void
  isReadOnly: boolean
}

/** What is compared with: of a list its values one by one, of yes or no a choice, otherwise any value. */
function Derecha({ name, nodo, fila, derecha, isLogic, onChange, isReadOnly }: DerechaProps) {
  const isLiteral = wayOf(derecha) === 'valor'
  if (fila.operador === 'en' && isLiteral) {
    const items: readonly unknown[] = Array.isArray(derecha.valor) ? derecha.valor : []
    return (
      <>
        <TagsInput
          size="xs"
          aria-label={name}
          placeholder="Escriba cada valor y pulse Intro"
          readOnly={isReadOnly}
          value={items.map(showValor)}
          onChange={(next) => onChange({ valor: next.map(readValor) })}
        />
        {!isReadOnly && (
          <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onChange({})}>
            Tomar la lista de un dato
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <OrigenField
        label={name}
        nodo={nodo}
        value={derecha}
        wanted={fila.operador === 'en' ? 'lista' : undefined}
        onChange={onChange}
        error={undefined}
        isReadOnly={isReadOnly}
      />
      {isLogic && isLiteral && !isReadOnly && (
        <Group gap="xs" mt={4}>
          {[true, false].map((valor) => (
            <Button
              key={String(valor)}
              size="compact-xs"
              variant={derecha.valor === valor ? 'filled' : 'default'}
              onClick={() => onChange({ valor })}
            >
              {valor ? 'Sí' : 'No'}
            </Button>
          ))}
        </Group>
      )}
      {fila.operador === 'en' && isLiteral && (
        <Text size="xs" c="dimmed">
          Una lista de valores.
        </Text>
      )}
    </>
  )
}

function ItemMenu({
  label,
  regla,
  path,
  onChange,
  onUngroup,
}: ReglaFieldProps & { path: ReglaPath; onUngroup?: () => void }) {
  return (
    <Group gap={2} wrap="nowrap">
      <RowMenu
        label={`Más de ${label}`}
        renderItems={() => (
          <>
            <Menu.Item onClick={() => onChange(moveItem(regla, path, -1), true)}>Subir</Menu.Item>
            <Menu.Item onClick={() => onChange(moveItem(regla, path, 1), true)}>Bajar</Menu.Item>
            <Menu.Item onClick={() => onChange(groupWithNext(regla, path), true)}>
              Agrupar con la siguiente
            </Menu.Item>
            {onUngroup && <Menu.Item onClick={onUngroup}>Deshacer el grupo</Menu.Item>}
          </>
        )}
      />
      <ActionIcon aria-label={`Quitar ${label}`} onClick={() => onChange(removeItem(regla, path), true)}>
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </Group>
  )
}
