package wirecost;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;

/**
 * Loads a candidate and its libraries, its own classes first: a library of 2001 brings the interfaces of its time, which are
 * those of the platform today.
 */
final class Loader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    Loader(URL[] urls) {
        super(urls, Loader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null && !name.startsWith("java.") && !name.startsWith("wirecost.")) {
                try {
                    found = findClass(name);
                } catch (ClassNotFoundException error) {
                    found = null;
                }
            }
            return found != null ? found : super.loadClass(name, resolve);
        }
    }

    @Override
    public URL getResource(String name) {
        URL found = findResource(name);
        return found != null ? found : super.getResource(name);
    }

    /** A service is looked for in the candidate's own libraries only. */
    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Enumeration<URL> own = findResources(name);
        return own.hasMoreElements() || name.startsWith("META-INF/services/") ? own : super.getResources(name);
    }

    @Override
    public String toString() {
        return "candidate" + Collections.list(Collections.enumeration(java.util.Arrays.asList(getURLs())));
    }
}
