import { useReturnFocus } from '@div/ui'
import { getDefaultZIndex, Kbd, Modal, Title } from '@mantine/core'
import { listShortcuts, type Onlooker } from './shortcut-list.ts'
import classes from './shortcut-sheet.module.css'

/** Every key that works for who looks, by what it is for. Nothing that is told meanwhile covers it. */
export default function ShortcutSheet({ onClose, ...onlooker }: Onlooker & { onClose: () => void }) {
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} size={980} zIndex={getDefaultZIndex('max')} title="Atajos de teclado">
      <div className={classes.groups}>
        {listShortcuts(onlooker).map(({ title, shortcuts }) => (
          <section key={title} className={classes.group}>
            <Title order={3} size="h6">
              {title}
            </Title>
            <dl className={classes.list}>
              {shortcuts.map(({ words, keys }) => (
                <div key={words} className={classes.shortcut}>
                  <dt>{words}</dt>
                  <dd className={classes.keys}>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
