import type { SavedView } from '@crewline/contract/saved-views'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconListCheck,
  IconTrash,
} from '@tabler/icons-react'
import { useDeleteViewMutation } from '../state/related-api.ts'
import { filterOfView } from './saved-view.ts'
import { ViewQueue } from './ViewQueue.tsx'
import { otherViews, useViewNames } from './useViewNames.ts'
import { viewIcons } from './view-icons.ts'
import type { ViewMenuProps } from './ViewMenu.tsx'

export interface ViewChoicesProps extends ViewMenuProps {
  views: readonly SavedView[]
  /** The active saved view. */
  saved: SavedView | undefined
  onSave: () => void
}

const plain = { search: '', groupIds: [], tagIds: [], repliesTo: '' }

/** The items of the view menu: the views, and the actions on the active one. */
export default function ViewChoices({ filter, onShow, onSelect, compact, views, saved, onSave }: ViewChoicesProps) {
  const { t } = useLingui()
  const names = useViewNames()
  const [deleteView] = useDeleteViewMutation()
  const isOtherView = otherViews.some((view) => view === filter.status)
  const hasQueue = (filter.repliesTo || 'none') !== 'none'
  const isNarrowed =
    filter.search !== '' || filter.groupIds.length + filter.tagIds.length > 0 || isOtherView || hasQueue
  const canSave = isNarrowed && !saved
  return (
    <>
      {otherViews.map((status) => {
        const IconComponent = viewIcons[status]
        return (
          <Menu.Item
            key={status}
            leftSection={<IconComponent size={16} stroke={1.75} />}
            rightSection={filter.status === status && <IconCheck size={16} stroke={2} aria-label={t`Selected`} />}
            onClick={() => onShow({ ...filter, status })}
          >
            {names[status]}
          </Menu.Item>
        )
      })}
      {views.length > 0 && <Menu.Label>{t`Saved views`}</Menu.Label>}
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          leftSection={<IconBookmark size={16} stroke={1.75} />}
          rightSection={view === saved && <IconCheck size={16} stroke={2} aria-label={t`Selected`} />}
          onClick={() => onShow(filterOfView(view))}
        >
          <bdi>{view.name}</bdi>
          {view.repliesTo && <ViewQueue queue={view.repliesTo} />}
        </Menu.Item>
      ))}
      {(canSave || saved || onSelect || compact) && <Menu.Divider />}
      {canSave && (
        <Menu.Item leftSection={<IconDeviceFloppy size={16} stroke={1.75} />} onClick={onSave}>
          <Trans>Save this view</Trans>
        </Menu.Item>
      )}
      {saved && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => {
            void deleteView(saved.id)
            onShow({ ...plain, status: 'open' })
          }}
        >
          <Trans>Delete view “{saved.name}”</Trans>
        </Menu.Item>
      )}
      {onSelect && (
        <Menu.Item leftSection={<IconListCheck size={16} stroke={1.75} />} onClick={onSelect}>
          <Trans>Select conversations</Trans>
        </Menu.Item>
      )}
      {compact && (
        <Menu.Item
          leftSection={<IconBaselineDensityMedium size={16} stroke={1.75} />}
          rightSection={compact.isOn && <IconCheck size={16} stroke={2} aria-label={t`Selected`} />}
          onClick={compact.toggle}
        >
          <Trans>Compact rows</Trans>
        </Menu.Item>
      )}
    </>
  )
}
