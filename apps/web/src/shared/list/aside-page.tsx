import { PageHeader } from '@div/ui'
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './aside-page.module.css'

export interface AsidePageProps {
  /** The list that it belongs to. */
  back?: { to: string; label: string }
  title: string
  summary: ReactNode
  /** Buttons of the page, the most important last. */
  actions?: ReactNode
  /** What is open of the list; it stands beside it, and in its place where there is no room for both. */
  aside?: ReactNode
  children: ReactNode
}

/** Many things, and one of them: as high as the window, so that each scrolls for itself. */
export function AsidePage({ back, title, summary, actions, aside, children }: AsidePageProps) {
  return (
    <div className={classes.page}>
      <div>
        {back && (
          <Anchor component={Link} to={back.to} size="sm" c="dimmed">
            <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> {back.label}
          </Anchor>
        )}
        <PageHeader title={title} summary={summary} actions={actions} />
      </div>
      <div className={classes.body}>
        <div className={classes.list}>{children}</div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
    </div>
  )
}
