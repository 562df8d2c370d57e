import { Notifications } from '@mantine/notifications'
import classes from './toast-container.module.css'

const MAX_SHOWN = 5

/** Over what nobody presses next: not over the buttons at the foot of a panel, nor those of a page at its right. */
export default function ToastContainer() {
  return <Notifications position="top-center" limit={MAX_SHOWN} classNames={classes} />
}
