// The part of preact.js that the page uses, for tsc.
export type ComponentChildren = any;
export interface Signal<T> { value: T; peek(): T; subscribe(fn: (value: T) => void): () => void }
export interface ReadonlySignal<T> { readonly value: T; peek(): T }

export function h<P>(type: (props: P) => any, props: Omit<P, "children"> & { children?: any; key?: any; ref?: any }, ...children: any[]): any;
export function h(type: string | typeof Fragment, props: any, ...children: any[]): any;
export const Fragment: unique symbol;
export function render(node: any, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useEffect(act: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(act: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useId(): string;
export function useErrorBoundary(callback?: (error: any) => void): [any, () => void];
export function signal<T>(value: T): Signal<T>;
export function computed<T>(fn: () => T): ReadonlySignal<T>;
export function effect(fn: () => void | (() => void)): () => void;
export function batch<T>(fn: () => T): T;
