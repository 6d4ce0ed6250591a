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

const appearances: Record<GroupType, { icon: Icon; color: string }> = {
  static: { icon: IconHandClick, color: 'gray' },
  dynamic: { icon: IconSparkles, color: 'blue' },
  hris: { icon: IconLock, color: 'gray' },
  system: { icon: IconStack2, color: 'gray' },
}

export interface GroupKindProps {
  type: GroupType
  /** The organization that manages the group, if it is another one. */
  managedBy?: string | null
}

/** Shows how a group gets its contacts, as icon and label; for a group managed by another organization, its name. */
export function GroupKind({ type, managedBy }: GroupKindProps) {
  const { t, i18n } = useLingui()
  const { icon: IconComponent, color } = appearances[type]
  return (
    <>
      <Badge color={color} leftSection={<IconComponent size={12} stroke={2} aria-hidden />}>
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
