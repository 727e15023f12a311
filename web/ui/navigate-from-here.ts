import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";

/** As `useNavigate`, for answers that may come late: whoever has left this screen is not led away from where they are. */
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
