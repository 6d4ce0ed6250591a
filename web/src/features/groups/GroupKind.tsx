import type { GroupType } from '@crewline/contract/groups'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { IconHandClick, IconLock, IconSparkles, IconStack2, type Icon } from '@tabler/icons-react'

export const kindNames: Record<GroupType, MessageDescriptor> = {
  static: msg({ message: 'Manual', comment: 'A group people are put into by hand' }),
  dynamic: msg({ message: 'Smart', comment: 'A group with rules' }),
  hris: msg({ message: 'Synced', comment: 'A group an HR system keeps' }),
  system: msg({ message: 'System', comment: 'A group the product keeps' }),
}

const looks: Record<GroupType, { icon: Icon; color: string }> = {
  static: { icon: IconHandClick, color: 'gray' },
  dynamic: { icon: IconSparkles, color: 'blue' },
  hris: { icon: IconLock, color: 'gray' },
  system: { icon: IconStack2, color: 'gray' },
}

export interface GroupKindProps {
  type: GroupType
  /** Who manages it, when it is another organization. */
  managedBy?: string | null
}

/** How people come to be in a group, as icon and word; of one another organization manages, whose it is. */
export function GroupKind({ type, managedBy }: GroupKindProps) {
  const { t, i18n } = useLingui()
  const { icon: Shown, color } = looks[type]
  return (
    <>
      <Badge color={color} leftSection={<Shown size={12} stroke={2} aria-hidden />}>
        {i18n._(kindNames[type])}
      </Badge>
      {managedBy && (
        <Badge color="yellow" leftSection={<IconLock size={12} stroke={2} aria-hidden />}>
          {t`Managed by ${managedBy}`}
        </Badge>
      )}
    </>
  )
}
