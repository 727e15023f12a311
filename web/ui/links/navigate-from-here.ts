import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";

/** Like `useNavigate`, for answers that may come late: does nothing once the user has left this screen. */
export function useNavigateFromHere(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback((options) => (isShown.current ? navigate(options) : Promise.resolve()), [navigate]);
}
