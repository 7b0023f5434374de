import type { ToolAnnotations } from './annotations.ts';
import type { Permission } from './tool-definition.ts';

/** What the configuration says of a server's tools. */
export interface PermissionSettings {
  /** The most that its tools may do. Undefined: nobody said. */
  readonly permission?: Permission | undefined;
  /** The same for single tools, by their own names; it stands before the server's. */
  readonly toolPermissions?: Readonly<Record<string, Permission>> | undefined;
}

/** What one tool may do. */
export interface ToolPermission {
  readonly permission: Permission;
  /** The configuration says so. False: nobody did, so that it may be anything, and each call is asked about. */
  readonly isStated: boolean;
}

/** What the configuration lets a tool do. What the server says has no part in it. */
export function permissionOf(
  toolName: string,
  { permission, toolPermissions = {} }: PermissionSettings,
): ToolPermission {
  // A tool may be called `constructor`: only what was written there counts.
  const own = Object.hasOwn(toolPermissions, toolName) ? toolPermissions[toolName] : undefined;
  const stated = own ?? permission;
  return { permission: stated ?? 'execute', isStated: stated !== undefined };
}

/**
 * Why a call is asked about whatever the host's policy allows; undefined when nothing stands in the way. Hints of the server
 * make it stricter, and never the other way: `readOnlyHint` gives nothing that the configuration does not say.
 */
export function whyAsked({ permission, isStated }: ToolPermission, annotations: ToolAnnotations): string | undefined {
  if (!isStated) return 'the configuration does not say what this tool may do';
  if (annotations.destructiveHint === true) return 'the server says that this tool may destroy something';
  if (permission !== 'read' || annotations.readOnlyHint === true) return undefined;
  return 'the configuration lets this tool read, and the server does not say that it only reads';
}
