import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'

// Most pages are left before anything was told.
const ToastContainer = lazy(() => import('./toast-container.tsx'))

/** Where toasts appear: from the first one on. */
export function Toasts() {
  const { notifications, queue } = useNotifications()
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && notifications.length + queue.length > 0) setWanted(true)
  if (!isWanted) return null
  return (
    <Suspense>
      <ToastContainer />
    </Suspense>
  )
}
